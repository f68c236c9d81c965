import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// Parses a command line.
struct CommandLineParser {
  private(set) var rest: ArraySlice<String>

  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = CommandLineParser(rest: arguments[...])
    return try parser.parse()
  }

  private mutating func parse() throws(UsageError) -> Invocation {
    guard let command = rest.popFirst() else { return .help }
    if rest.contains("--help") || rest.contains("-h") { return .help }
    switch command {
    case "build": return .build(try buildArguments(writes: true))
    case "check": return .build(try buildArguments(writes: false))
    case "serve": return .serve(try serveArguments())
    case "samples": return .samples(try samplesArguments())
    case "adopt": return .adopt(try adoptArguments())
    case "lab": return .lab(try labArguments())
    case "init": return .initialize(try folder(of: command))
    case "new": return .new(try newCommand())
    case "doctor": return .doctor(try folder(of: command))
    case "completions": return .completions(try completions())
    case "help", "--help", "-h":
      if Subcommand.all.contains(where: { $0.name == rest.first }) { rest.removeFirst() }
      try end(of: "help")
      return .help
    case "version", "--version":
      try end(of: "version")
      return .version
    default: throw unknown("command", named: command, among: Subcommand.all.map(\.name))
    }
  }

  private mutating func buildArguments(writes: Bool) throws(UsageError) -> BuildArguments {
    var arguments = BuildArguments()
    arguments.writes = writes
    while let (name, inlineValue) = try nextOption() {
      switch name {
      case "--root": arguments.root = try value(of: name, inline: inlineValue)
      case "--package-path": arguments.package = try value(of: name, inline: inlineValue)
      case "--output": arguments.output = try value(of: name, inline: inlineValue)
      case "--base-url": arguments.baseURL = try address(try value(of: name, inline: inlineValue))
      case "--jobs": arguments.jobs = try number(of: name, inline: inlineValue, in: 1...256)
      case "--strict": arguments.isStrict = try flag(name, inline: inlineValue)
      case "--no-samples": arguments.runsSamples = try !flag(name, inline: inlineValue)
      case "--update": arguments.updatesOutputs = try flag(name, inline: inlineValue)
      case "--quiet": arguments.isQuiet = try flag(name, inline: inlineValue)
      case "--only": arguments.selection.only.append(try value(of: name, inline: inlineValue))
      case "--failed": arguments.selection.failedOnly = try flag(name, inline: inlineValue)
      case "--shard":
        arguments.selection.shard = try shard(try value(of: name, inline: inlineValue))
      case "--remote-cache":
        arguments.remoteCache = try cache(try value(of: name, inline: inlineValue))
      case "--confine":
        arguments.confinement = try confinement(try value(of: name, inline: inlineValue))
      case "--format": arguments.format = try format(try value(of: name, inline: inlineValue))
      case "--report": arguments.report = try value(of: name, inline: inlineValue)
      case "--times": arguments.showsTimes = try flag(name, inline: inlineValue)
      default: throw unknown(option: name, of: "build")
      }
    }
    if arguments.updatesOutputs, !writes {
      throw UsageError(
        description: "'--update' writes documents; use it with '\(CommandName.docgen) build'")
    }
    if arguments.updatesOutputs, !arguments.runsSamples {
      throw UsageError(description: "'--update' needs samples to run; leave out '--no-samples'")
    }
    return arguments
  }

  private func shard(_ text: String) throws(UsageError) -> BuildSelection.Shard {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let shard = BuildSelection.Shard(number, of: count)
    else {
      throw UsageError(
        description: "'--shard' takes a part and how many there are, such as '1/4', not '\(text)'")
    }
    return shard
  }

  private func cache(_ text: String) throws(UsageError) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      let host = url.host()
    else {
      throw UsageError(
        description: "'--remote-cache' takes an address that begins with 'http://' or 'https://', "
          + "not '\(text)'")
    }
    guard scheme == "https" || Self.isLoopback(host) else {
      throw UsageError(
        description: "'--remote-cache' needs 'https://', for anybody on the way to '\(host)' could "
          + "change what samples run; 'http://' is for 'localhost', '127.0.0.1' and '[::1]'")
    }
    return url
  }

  private static func isLoopback(_ host: String) -> Bool {
    ["localhost", "::1", "[::1]"].contains(host.lowercased())
      || host.wholeMatch(of: /127\.\d+\.\d+\.\d+/) != nil
  }

  func confinement(_ text: String) throws(UsageError) -> ConfinementPolicy {
    guard let policy = ConfinementPolicy(rawValue: text) else {
      throw unknown("confinement", named: text, among: ConfinementPolicy.allCases.map(\.rawValue))
    }
    return policy
  }

  private func format(_ text: String) throws(UsageError) -> ReportFormat {
    guard let format = ReportFormat(rawValue: text) else {
      throw unknown("format", named: text, among: ReportFormat.allCases.map(\.rawValue))
    }
    return format
  }

  private mutating func serveArguments() throws(UsageError) -> ServeArguments {
    var arguments = ServeArguments()
    while let (name, inlineValue) = try nextOption() {
      switch name {
      case "--root": arguments.root = try value(of: name, inline: inlineValue)
      case "--package-path": arguments.package = try value(of: name, inline: inlineValue)
      case "--host": arguments.host = try value(of: name, inline: inlineValue)
      case "--port":
        arguments.port = UInt16(try number(of: name, inline: inlineValue, in: 0...65_535))
      case "--no-samples": arguments.runsSamples = try !flag(name, inline: inlineValue)
      case "--confine":
        arguments.confinement = try confinement(try value(of: name, inline: inlineValue))
      default: throw unknown(option: name, of: "serve")
      }
    }
    return arguments
  }

  /// Returns the next argument, unless an option is next.
  mutating func nextArgument() -> String? {
    guard let word = rest.first, !word.hasPrefix("-") else { return nil }
    return rest.popFirst()
  }

  /// Returns the next option: `--name`, or `--name=value` with its value.
  mutating func nextOption() throws(UsageError) -> (name: String, value: String?)? {
    guard let word = rest.popFirst() else { return nil }
    guard word.hasPrefix("-") else {
      throw UsageError(description: "unexpected word '\(word)'; options begin with '--'")
    }
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// Throws if something follows all that a command without options takes.
  func end(of command: String) throws(UsageError) {
    guard let word = rest.first else { return }
    if word.hasPrefix("-") { throw unknown(option: word, of: command) }
    throw UsageError(
      description:
        "unexpected word '\(word)'; nothing else follows '\(CommandName.docgen) \(command)'")
  }

  mutating func value(
    of name: String, inline inlineValue: String?
  ) throws(UsageError) -> String {
    let value = inlineValue ?? rest.popFirst()
    guard let value, !value.isEmpty, inlineValue != nil || !value.hasPrefix("--") else {
      throw UsageError(description: "'\(name)' needs a value")
    }
    return value
  }

  mutating func number(
    of name: String, inline inlineValue: String?, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let text = try value(of: name, inline: inlineValue)
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "'\(name)' takes a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
  }

  func flag(_ name: String, inline inlineValue: String?) throws(UsageError) -> Bool {
    guard inlineValue == nil else { throw UsageError(description: "'\(name)' takes no value") }
    return true
  }

  private func address(_ text: String) throws(UsageError) -> String {
    if let rule = SiteConfiguration.rule(violatedByBaseURL: text) {
      throw UsageError(description: "'--base-url' takes \(rule), not '\(text)'")
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  func unknown(option: String, of command: String) -> UsageError {
    let options = Subcommand.all.first { $0.name == command }?.options ?? []
    return unknown(
      "option", named: option, among: options.isEmpty ? ["--help"] : options.map(\.name))
  }

  func unknown(_ what: String, named word: String, among known: [String]) -> UsageError {
    let way =
      Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.joined(separator: ", "))"
    return UsageError(description: "unknown \(what) '\(word)'; \(way)")
  }
}

/// An error in the command line: one sentence that names the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenSamples
import Foundation

/// Parses a command line.
struct CommandLineParser {
  private(set) var rest: ArraySlice<String>
  /// The option that was parsed last, and the value after its `=`.
  private var option: (name: String, value: String?) = ("", nil)

  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = CommandLineParser(rest: arguments[...])
    return try parser.parse()
  }

  private mutating func parse() throws(UsageError) -> Invocation {
    guard let command = rest.popFirst() else { return .help(nil) }
    if rest.contains("--help") || rest.contains("-h") { return .help(command) }
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
      let isKnown = Subcommand.all.contains { $0.name == rest.first }
      let name = isKnown ? rest.popFirst() : nil
      try end(of: "help")
      return .help(name)
    case "version", "--version":
      try end(of: "version")
      return .version
    default: throw unknown("command", named: command, among: Subcommand.all.map(\.name))
    }
  }

  private mutating func buildArguments(writes: Bool) throws(UsageError) -> BuildArguments {
    var arguments = BuildArguments()
    arguments.writes = writes
    while let option = try nextOption() {
      switch option {
      case "--root": arguments.root = try value()
      case "--package-path": arguments.package = try value()
      case "--output": arguments.output = try value()
      case "--base-url": arguments.baseURL = try address(value())
      case "--jobs": arguments.jobs = try number(in: 1...256)
      case "--strict": arguments.isStrict = try flag()
      case "--no-samples": arguments.runsSamples = try !flag()
      case "--update": arguments.updatesOutputs = try flag()
      case "--quiet": arguments.isQuiet = try flag()
      case "--only": arguments.selection.only.append(try value())
      case "--failed": arguments.selection.failedOnly = try flag()
      case "--shard": arguments.selection.shard = try shard(value())
      case "--remote-cache": arguments.remoteCache = try cache(value())
      case "--confine": arguments.confinement = try choice("confinement", value())
      case "--format": arguments.format = try choice("format", value())
      case "--report": arguments.report = try value()
      case "--times": arguments.showsTimes = try flag()
      default: throw unknown(option: option, of: "build")
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

  private mutating func serveArguments() throws(UsageError) -> ServeArguments {
    var arguments = ServeArguments()
    while let option = try nextOption() {
      switch option {
      case "--root": arguments.root = try value()
      case "--package-path": arguments.package = try value()
      case "--host": arguments.host = try value()
      case "--port": arguments.port = try port()
      case "--no-samples": arguments.runsSamples = try !flag()
      case "--confine": arguments.confinement = try choice("confinement", value())
      default: throw unknown(option: option, of: "serve")
      }
    }
    return arguments
  }

  /// Returns the next argument, unless an option is next.
  mutating func nextArgument() -> String? {
    guard let word = rest.first, !word.hasPrefix("-") else { return nil }
    return rest.popFirst()
  }

  /// Returns the name of the next option, which is `--name` or `--name=value`.
  mutating func nextOption() throws(UsageError) -> String? {
    guard let word = rest.popFirst() else { return nil }
    guard word.hasPrefix("-") else {
      throw UsageError(description: "unexpected word '\(word)'; options begin with '--'")
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    option = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    return option.name
  }

  /// Throws if something follows all that a command without options takes.
  func end(of command: String) throws(UsageError) {
    guard let word = rest.first else { return }
    if word.hasPrefix("-") { throw unknown(option: word, of: command) }
    throw UsageError(
      description:
        "unexpected word '\(word)'; nothing else follows '\(CommandName.docgen) \(command)'")
  }

  /// Returns the value of the option: after its `=`, or the next word.
  mutating func value() throws(UsageError) -> String {
    let value = option.value ?? rest.popFirst()
    guard let value, !value.isEmpty, option.value != nil || !value.hasPrefix("--") else {
      throw UsageError(description: "'\(option.name)' needs a value")
    }
    return value
  }

  mutating func number(in range: ClosedRange<Int>) throws(UsageError) -> Int {
    let text = try value()
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "'\(option.name)' takes a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
  }

  mutating func port() throws(UsageError) -> UInt16 { UInt16(try number(in: 0...65_535)) }

  func flag() throws(UsageError) -> Bool {
    guard option.value == nil else {
      throw UsageError(description: "'\(option.name)' takes no value")
    }
    return true
  }

  /// Returns the choice that a word names.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, _ word: String
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: word) else {
      throw unknown(what, named: word, among: Choice.allCases.map(\.rawValue))
    }
    return choice
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

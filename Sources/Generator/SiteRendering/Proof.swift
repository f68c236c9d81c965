import DocgenDocModel
import DocgenGround

/// The line beneath a block of code that says what the build did with it.
///
///     ✓ Ran with Swift 6.3 against the mock Sync Gateway 1.5
struct Proof: Equatable {
  /// The result, which determines the symbol and the style.
  enum Result: String {
    case ran, compiled, failed, unverified
  }

  let result: Result
  /// The beginning of the sentence, which names the result; empty for code that wasn't verified.
  let label: String
  /// The rest of the sentence, without its full stop.
  let rest: String

  /// Creates the line of a sample; without an outcome, this build skipped it.
  init(
    of sample: Sample, outcome: SampleOutcome?, toolchain: String?, strings: ThemeStrings
  ) {
    guard let outcome, outcome.result != .failed else {
      let name = outcome == nil ? "notVerified" : "sampleFailed"
      (result, label, rest) = (.unverified, "", strings[name])
      return
    }
    let word: String
    if sample.expectation == .compileError {
      (result, word) = (.failed, "refused")
    } else if sample.mode == .compileOnly {
      (result, word) = (.compiled, "compiled")
    } else {
      (result, word) = sample.expectation.isFailure ? (.failed, "failed") : (.ran, "ran")
    }
    let tool = sample.language == .shell ? nil : toolchain
    let text = strings.text(
      word,
      with: [
        "toolchain": tool.map { strings.text("withToolchain", with: ["toolchain": $0]) } ?? "",
        "servers": Self.servers(of: outcome.transcript, strings: strings),
      ])
    // A translation that begins with a value names the result anywhere.
    let beginning = strings[word].prefix { $0 != "{" }
    label = beginning.isEmpty ? text : String(beginning)
    rest = String(text.dropFirst(label.count))
  }

  /// Creates the line of a block that no build verifies; `nil` if it isn't code in a programming
  /// language, or if it is a part of a program, which is verified as a whole.
  init?(ofUnverified code: CodeBlock, strings: ThemeStrings) {
    guard Self.isUnverified(code) else { return nil }
    (result, label, rest) = (.unverified, "", strings["notVerified"])
  }

  /// Whether a block is code of the page in a programming language.
  static func isUnverified(_ code: CodeBlock) -> Bool {
    code.file == nil && programmingLanguages.contains(code.language)
  }

  private static let programmingLanguages: Set = [
    "bash", "c", "c++", "cpp", "csharp", "cs", "c#", "dart", "go", "java", "javascript", "js",
    "kotlin", "kt", "objc", "objective-c", "objectivec", "php", "py", "python", "ruby", "rust",
    "sh", "shell", "swift", "ts", "typescript", "zsh",
  ]

  /// Returns the servers that received the run's requests, in order of appearance.
  private static func servers(of transcript: Transcript, strings: ThemeStrings) -> String {
    var names: [String] = []
    for exchange in transcript.exchanges where !names.contains(exchange.request.server) {
      names.append(exchange.request.server)
    }
    let servers = names.map { name in
      let version = transcript.exchanges.lazy.filter { $0.request.server == name }
        .compactMap(version).first
      // A single word is a common noun: "Provider", but "Sync Gateway".
      let server = name.contains(" ") ? name : name.lowercased()
      return strings.text(
        "mockServer", with: ["server": [server, version].compactMap(\.self).joined(separator: " ")])
    }
    guard let first = servers.first else { return "" }
    let all = servers.dropFirst().reduce(first) {
      strings.text("andServer", with: ["servers": $0, "server": $1])
    }
    return strings.text("againstServers", with: ["servers": all])
  }

  /// Returns major and minor version from the `Server` field of a response (RFC 9110 10.2.4).
  private static func version(of exchange: Transcript.Exchange) -> String? {
    let field = exchange.response?.fields.first { $0.name.lowercased() == "server" }?.value
    let version = field?.split(separator: "/").dropFirst().first?.prefix {
      $0.isNumber || $0 == "."
    }
    guard let version, !version.isEmpty else { return nil }
    return version.split(separator: ".").prefix(2).joined(separator: ".")
  }
}

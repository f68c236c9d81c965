import DocModel
import Ground

/// The line beneath a block of code that says what the build did with it.
///
///     ✓ Ran with Swift 6.3 against the mock Sync Gateway 1.5
struct Proof: Equatable {
  /// The result, which determines the symbol and the style.
  enum Result: String {
    case ran, compiled, failed, unverified

    var symbol: String { self == .unverified ? "○" : "✓" }
  }

  let result: Result
  /// The sentence without its full stop.
  let text: String

  /// Creates the line of a sample; without an outcome, this build skipped it.
  init(of sample: Sample, _ outcome: SampleOutcome?, toolchain: String?) {
    guard let outcome, outcome.result != .failed else {
      result = .unverified
      text = "Not verified"
      return
    }
    let tool = sample.language == .shell ? "" : toolchain.map { " with \($0)" } ?? ""
    guard sample.mode == .run || sample.expectation == .compileError else {
      result = .compiled
      text = "Compiled\(tool), not run"
      return
    }
    switch sample.expectation {
    case .success:
      result = .ran
      text = "Ran\(tool)\(Self.servers(of: outcome.transcript))"
    case .compileError:
      result = .failed
      text = "Doesn’t compile\(tool), as it should"
    case .exit, .crash:
      result = .failed
      text = "Failed as it should\(tool)\(Self.servers(of: outcome.transcript))"
    }
  }

  /// Creates the line of a block that no build verifies; `nil` if it isn't code in a programming
  /// language.
  init?(ofUnverified code: CodeBlock) {
    guard Self.programmingLanguages.contains(code.language) else { return nil }
    result = .unverified
    text = "Not verified"
  }

  private static let programmingLanguages: Set = [
    "bash", "c", "c++", "cpp", "csharp", "cs", "c#", "dart", "go", "java", "javascript", "js",
    "kotlin", "kt", "objc", "objective-c", "objectivec", "php", "py", "python", "ruby", "rust",
    "sh", "shell", "swift", "ts", "typescript", "zsh",
  ]

  /// Returns the servers that received the run's requests, in order of appearance.
  private static func servers(of transcript: Transcript) -> String {
    var names: [String] = []
    for exchange in transcript.exchanges where !names.contains(exchange.request.server) {
      names.append(exchange.request.server)
    }
    guard !names.isEmpty else { return "" }
    let servers = names.map { name in
      let version = transcript.exchanges.lazy.filter { $0.request.server == name }
        .compactMap(version).first
      // A single word is a common noun: "Provider", but "Sync Gateway".
      let server = name.contains(" ") ? name : name.lowercased()
      return (["the mock", server] + (version.map { [$0] } ?? [])).joined(separator: " ")
    }
    return " against " + servers.joined(separator: " and ")
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

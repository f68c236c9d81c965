import DocgenGround
import Foundation

extension Diagnostic.Message {
  static func exited(_ status: Int, expected: Int) -> Diagnostic.Message {
    Diagnostic.Message(
      .sampleExited, .error,
      expected == 0
        ? "the sample ended with status \(status); if that is intended, write 'expect=exit(\(status))'"
        : "the sample ended with status \(status), not with the expected \(expected)")
  }

  static func endedEarly(_ status: Int, isInSetup: Bool) -> Diagnostic.Message {
    Diagnostic.Message(
      .sampleExited, .error,
      isInSetup
        ? "the setup ended with status \(status), before the sample was run"
        : "the session ended here with status \(status), before its last block was run")
  }

  static let openHereDocument = Diagnostic.Message(
    .openHereDocument, .warning,
    "bash doesn't find the last line of the here-document that begins here, so what follows may belong "
      + "to it; write that line alone, and a longer fence if the document holds one")

  static func didNotCrash(_ status: Int) -> Diagnostic.Message {
    Diagnostic.Message(
      .didNotFail, .error,
      "the sample ended with status \(status), but 'expect=crash' expects a crash")
  }

  static func crashed(signal: Int, reason: String?) -> Diagnostic.Message {
    let names: [Int32: String] = [
      SIGILL: "trap", SIGTRAP: "trap", SIGABRT: "abort", SIGBUS: "bus error",
      SIGFPE: "arithmetic exception", SIGKILL: "killed", SIGSEGV: "bad memory access",
      SIGXCPU: "too much processor time", SIGXFSZ: "too large a file",
    ]
    let name = names[Int32(signal)] ?? "signal \(signal)"
    return Diagnostic.Message(
      .sampleCrashed, .error,
      "the sample crashed: \(reason.map { "\(quotable($0)) (\(name))" } ?? name)")
  }

  static func threw(_ error: String, namesMockPort: Bool) -> Diagnostic.Message {
    let way = urlErrorHint(error, namesMockPort: namesMockPort).map { "; \($0)" } ?? ""
    return Diagnostic.Message(
      .sampleThrew, .error,
      "the sample did not catch the error '\(quotable(error.withoutUserInfo))'\(way)")
  }

  private static func urlErrorHint(_ error: String, namesMockPort: Bool) -> String? {
    guard error.contains("NSURLErrorDomain") else { return nil }
    if error.contains("-1003") { return "samples reach only servers that they start" }
    if error.contains("-1004"), namesMockPort {
      return "in Swift, the mocks have free ports; use 'lab.gateway' and 'lab.provider'"
    }
    let isOnLoopback = error.contains("127.0.0.1") || error.contains("localhost")
    return error.contains("-1007") && isOnLoopback
      ? "write a slash after the database's name" : nil
  }

  /// Returns as much of a text as fits into a line of a message.
  private static func quotable(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 160 ? line.prefix(160) + "…" : line
  }

  static func timedOut(_ seconds: Int, isRefused: Bool) -> Diagnostic.Message {
    let way =
      isRefused
      ? "on Linux, URLSession never completes a request that is refused with 401; use 'lab.http'"
      : "if it needs longer, write 'timeout='"
    return Diagnostic.Message(
      .sampleTimedOut, .error,
      "the sample did not end within \(seconds) \(seconds == 1 ? "second" : "seconds"); \(way)")
  }

  static func wroteTooMuch(_ limit: Int) -> Diagnostic.Message {
    Diagnostic.Message(
      .outputTooLarge, .error,
      "the sample wrote more than \(limit) bytes to one stream and was stopped")
  }

  static func startedTooMany(_ limit: Int) -> Diagnostic.Message {
    Diagnostic.Message(
      .tooManyProcesses, .error,
      "the sample had more than \(limit) processes at a time and was stopped")
  }

  static func notLinked(_ reason: String) -> Diagnostic.Message {
    Diagnostic.Message(.linkFailed, .error, "the sample can't be linked: \(oneLine(reason))")
  }

  static func serversFailed(_ reason: String) -> Diagnostic.Message {
    Diagnostic.Message(
      .serversFailed, .error, "the page's servers can't be used: \(oneLine(reason))")
  }

  private static func oneLine(_ text: String) -> String {
    Abridgement.problem.line(text.split(whereSeparator: \.isNewline).joined(separator: "; "))
  }

  static func notUTF8(_ stream: String) -> Diagnostic.Message {
    Diagnostic.Message(.invalidUTF8, .error, "the sample's \(stream) is not UTF-8")
  }

  static func printsSomethingElse(_ text: String) -> Diagnostic.Message {
    Diagnostic.Message(
      .outputDiffers, .error,
      "the sample doesn't print the line '\(quotable(text))' of this comment; correct one of "
        + "them")
  }

  static let outputDiffers = Diagnostic.Message(
    .outputDiffers, .error,
    "the sample prints something else; fix the sample, or run '\(CommandName.docgen) build --update' to accept its "
      + "output")
}

extension String {
  /// Whether the text is Foundation's description of an `NSError`.
  var isOfNSError: Bool { hasPrefix("Error Domain=") }

  /// The text, or of an `NSError`'s description what readers understand: `The file doesn’t exist.
  /// (NSCocoaErrorDomain 260)`.
  fileprivate var withoutUserInfo: String {
    guard isOfNSError,
      let found = prefixMatch(of: #/Error Domain=(\S+) Code=(-?\d+) "(.*?)"(?=UserInfo=|\s|$)/#)
    else { return self }
    let code = "\(found.1) \(found.2)"
    if found.3 != "(null)" { return "\(found.3) (\(code))" }
    let described = firstMatch(of: /NSLocalizedDescription=(.*?)}*(?:, NS|$)/)
    return described.map { "\($0.1) (\(code))" } ?? code
  }
}

import Hashing
import JOSE

/// The verifiers of Proof Key for Code Exchange (RFC 7636).
enum CodeVerifier {
  /// Returns whether a text is 43 to 128 unreserved characters (4.1), as challenges must be too.
  static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
      }
  }
}

/// The challenge that a client sends before its verifier.
struct CodeChallenge: Sendable, Equatable {
  let value: String
  /// Whether the challenge is the verifier itself (4.2).
  var isPlain = false

  /// Returns whether a verifier matches the challenge (4.6).
  func isMet(by verifier: String) -> Bool {
    guard CodeVerifier.isWellFormed(verifier) else { return false }
    return value
      == (isPlain ? verifier : Base64URL.encode(Digest.sha256.hash(verifier.utf8)))
  }
}

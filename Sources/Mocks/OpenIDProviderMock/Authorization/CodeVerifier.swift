import Hashing
import JOSE

/// The verifiers of Proof Key for Code Exchange (RFC 7636).
enum CodeVerifier {
  /// 43 to 128 unreserved characters (4.1); challenges have the same form.
  static func isWellFormed(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
      }
  }
}

/// What a client has sent ahead of its verifier.
struct CodeChallenge: Sendable, Equatable {
  let value: String
  /// Whether it is the verifier itself (4.2).
  var isPlain = false

  /// Whether a verifier belongs to it (4.6).
  func isMet(by verifier: String) -> Bool {
    guard CodeVerifier.isWellFormed(verifier) else { return false }
    return value
      == (isPlain ? verifier : Base64URL.encode(Digest.sha256.hash(verifier.utf8)))
  }
}

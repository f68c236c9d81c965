import COpenSSL

/// Why a connection over TLS was not made, or gave no answer.
public enum TLSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The address is not `https://host/…`; the clause says why.
  case malformedAddress(String)
  /// The name has no address, or nobody listens there.
  case unreachable(String)
  /// The certificate is for other names.
  case wrongName(String)
  /// The certificate was good until an earlier moment, or will be from a later one.
  case notValidNow(String)
  /// No trusted root stands behind the certificate; libssl's reason.
  case untrusted(String)
  /// The handshake or the transfer failed; libssl's reason.
  case failed(String)
  /// The answer did not come in time.
  case timedOut
  /// The answer is longer than allowed, in bytes.
  case tooLarge(limit: Int)
  /// What came is not an HTTP answer, or not all of one.
  case malformedAnswer(String)

  /// One lower-case clause, for people.
  public var description: String {
    switch self {
    case .malformedAddress(let reason): "malformed address: \(reason)"
    case .unreachable(let host): "'\(host)' cannot be reached"
    case .wrongName(let host): "the certificate is not one of '\(host)'"
    case .notValidNow(let reason): "the certificate is not valid now: \(reason)"
    case .untrusted(let reason): "the certificate is not trusted: \(reason)"
    case .failed(let reason): "the connection failed: \(reason)"
    case .timedOut: "no answer came in time"
    case .tooLarge(let limit): "the answer is longer than \(limit) bytes"
    case .malformedAnswer(let reason): "the answer cannot be read: \(reason)"
    }
  }

  /// The first error of the calling thread's queue, which is then empty.
  static func reason() -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    guard code != 0, let text = ERR_reason_error_string(code) else { return "no reason given" }
    return String(cString: text)
  }
}

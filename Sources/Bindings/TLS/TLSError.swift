import CDocgenOpenSSL

/// The reason why a TLS connection failed, or returned no response.
public enum TLSError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The URL isn't `https://host/…`; the reason.
  case malformedAddress(String)
  /// The name has no address, or nothing listens on the port.
  case unreachable(String)
  /// The certificate is for other names.
  case wrongName(String)
  /// The certificate has expired, or isn't valid yet.
  case notValidNow(String)
  /// No trusted root signs the certificate; libssl's reason.
  case untrusted(String)
  /// The handshake or the transfer failed; libssl's reason.
  case failed(String)
  /// The response didn't arrive in time.
  case timedOut
  /// The response exceeds the limit, in bytes.
  case tooLarge(limit: Int)
  /// The response isn't HTTP, or is incomplete.
  case malformedResponse(String)

  /// A lower-case clause that describes the error to users.
  public var description: String {
    switch self {
    case .malformedAddress(let reason): "malformed address: \(reason)"
    case .unreachable(let host): "'\(host)' cannot be reached"
    case .wrongName(let host): "the certificate is not one of '\(host)'"
    case .notValidNow(let reason): "the certificate is not valid now: \(reason)"
    case .untrusted(let reason): "the certificate is not trusted: \(reason)"
    case .failed(let reason): "the connection failed: \(reason)"
    case .timedOut: "no response arrived in time"
    case .tooLarge(let limit): "the response is longer than \(limit) bytes"
    case .malformedResponse(let reason): "the response can't be read: \(reason)"
    }
  }

  /// Returns the first error of the current thread's queue, and clears the queue.
  static func reason() -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    guard code != 0, let text = ERR_reason_error_string(code) else { return "no reason given" }
    return String(cString: text)
  }
}

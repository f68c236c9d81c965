import DocgenHTTPServer

/// A fault that the gateway injects into a request.
public struct GatewayFault: Sendable, Hashable, CustomStringConvertible {
  /// The port whose requests fail.
  public enum Port: Sendable, Hashable {
    /// The public port.
    case publicPort
    /// The admin port.
    case adminPort
    /// Both ports.
    case both
  }

  enum Effect: Sendable, Hashable {
    case none
    case status(Int, reason: String)
    case droppedBefore
    case droppedAfter
    case truncated(afterBytes: Int)
  }

  var effect: Effect
  var delay = 0.0

  /// The part of the response that is sent.
  var delivery: HTTPResponse.Delivery {
    switch effect {
    case .none, .status: .complete
    case .droppedBefore, .droppedAfter: .dropped
    case .truncated(let count): .cut(afterBytes: count)
    }
  }

  /// Returns an error response with this status; the request has no effect.
  public static func status(_ status: Int, reason: String = "fault on demand") -> GatewayFault {
    GatewayFault(effect: .status(status, reason: reason))
  }

  /// Delays the response by a number of seconds of the gateway's clock.
  public static func delay(seconds: Double) -> GatewayFault {
    GatewayFault(effect: .none, delay: seconds)
  }

  /// The connection closes without a response; the request has no effect.
  public static let droppedBefore = GatewayFault(effect: .droppedBefore)

  /// The connection closes without a response; the request has its effects.
  public static let droppedAfter = GatewayFault(effect: .droppedAfter)

  /// Ends the body after a number of bytes, although its header announces all of it.
  public static func truncated(afterBytes count: Int) -> GatewayFault {
    GatewayFault(effect: .truncated(afterBytes: count))
  }

  /// Returns the same fault, delayed by a number of seconds of the gateway's clock.
  public func after(seconds: Double) -> GatewayFault {
    GatewayFault(effect: effect, delay: delay + seconds)
  }

  /// The fault as text for the log.
  public var description: String {
    var labels: [String] = []
    if delay > 0 { labels.append("delay \(delay) s") }
    switch effect {
    case .none: break
    case .status(let status, _): labels.append("status \(status)")
    case .droppedBefore: labels.append("dropped before")
    case .droppedAfter: labels.append("dropped after")
    case .truncated(let count): labels.append("truncated after \(count)")
    }
    return labels.joined(separator: ", ")
  }
}

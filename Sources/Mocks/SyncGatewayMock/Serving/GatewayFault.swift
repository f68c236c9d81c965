/// A way in which the gateway fails a request on purpose.
public struct GatewayFault: Sendable, Hashable, CustomStringConvertible {
  /// Which of the two ports fails.
  public enum Port: Sendable, Hashable {
    /// The public port.
    case publicPort
    /// The admin port.
    case adminPort
    /// Either.
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

  /// Another answer: an error with this status; the request changes nothing.
  public static func status(_ status: Int, reason: String = "fault on demand") -> GatewayFault {
    GatewayFault(effect: .status(status, reason: reason))
  }

  /// The answer comes so many seconds of the gateway's clock later.
  public static func delay(seconds: Double) -> GatewayFault {
    GatewayFault(effect: .none, delay: seconds)
  }

  /// The connection is closed without an answer; the request changes nothing.
  public static let droppedBefore = GatewayFault(effect: .droppedBefore)

  /// The connection is closed without an answer, but what the request asked for has been done.
  public static let droppedAfter = GatewayFault(effect: .droppedAfter)

  /// The body ends after so many bytes, although its header promises all of it.
  public static func truncated(afterBytes count: Int) -> GatewayFault {
    GatewayFault(effect: .truncated(afterBytes: count))
  }

  /// The same fault, so many seconds of the gateway's clock later.
  public func after(seconds: Double) -> GatewayFault {
    GatewayFault(effect: effect, delay: delay + seconds)
  }

  /// The fault in the words of the log.
  public var description: String {
    var words: [String] = []
    if delay > 0 { words.append("delay \(delay) s") }
    switch effect {
    case .none: break
    case .status(let status, _): words.append("status \(status)")
    case .droppedBefore: words.append("dropped before")
    case .droppedAfter: words.append("dropped after")
    case .truncated(let count): words.append("truncated after \(count)")
    }
    return words.joined(separator: ", ")
  }
}

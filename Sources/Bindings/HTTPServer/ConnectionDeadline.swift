import CMicroHTTPD
import Foundation
import Synchronization

/// Until when a client must have done what it is doing on its connection.
///
/// The polling thread says what that is; a task that looks at all connections ends what takes too
/// long. A connection on which nothing moves at all is libmicrohttpd's to close.
final class ConnectionDeadline: Sendable {
  private enum Stage {
    /// The last request is over, and libmicrohttpd has no whole line of the next one.
    case between(since: UInt64, lookAgain: UInt64)
    /// The first bytes of a request are there.
    case arriving(until: UInt64)
    case receiving(Exchange, until: UInt64)
    /// The answer is made, or comes in pieces; a client may wait for it for hours.
    case working
    case sending(until: UInt64)
    case upgraded
    /// The client has hung up in the middle of a request, and the connection is shut.
    case abandoned
    case over

    /// Whether more must come before there is anything to answer.
    var isIncomplete: Bool {
      switch self {
      case .between, .arriving, .receiving: true
      case .working, .sending, .upgraded, .abandoned, .over: false
      }
    }

    /// Whether the connection is shut, or about to be.
    var isOver: Bool {
      switch self {
      case .abandoned, .over: true
      case .between, .arriving, .receiving, .working, .sending, .upgraded: false
      }
    }
  }

  /// After how many milliseconds a client that has stopped sending counts as gone.
  ///
  /// By then even a busy polling thread has read all there is. libmicrohttpd itself takes no notice
  /// in the middle of a request before its limit.
  private static let certainty: Int64 = 5_000

  /// Whether there were as many connections as there may be when this one began.
  let isSurplus: Bool
  private let descriptor: Int32
  private let limits: ConnectionLimits
  /// Changed by the polling thread and by the task that looks at all connections.
  private let stage: Mutex<Stage>

  init(descriptor: Int32, limits: ConnectionLimits, isSurplus: Bool) {
    self.isSurplus = isSurplus
    self.descriptor = descriptor
    self.limits = limits
    stage = Mutex(.between(since: 0, lookAgain: docgen_uptime() &+ limits.request))
  }

  // MARK: The polling thread

  func requestBegan(_ exchange: Exchange) {
    let deadline = docgen_uptime() &+ limits.request
    stage.withLock { stage in
      switch stage {
      case .between: stage = .receiving(exchange, until: deadline)
      case .arriving(let earlier): stage = .receiving(exchange, until: min(earlier, deadline))
      default: break
      }
    }
  }

  /// All of the request has come.
  ///
  /// - Returns: whether it was in time; else the client has been told, and the connection is shut.
  func requestIsWhole() -> Bool {
    stage.withLock { stage in
      if stage.isOver { return false }
      stage = .working
      return true
    }
  }

  /// An answer goes out.
  func answerBegins(_ response: HTTPResponse) {
    stage.withLock { stage in
      if stage.isOver { return }
      switch response.body {
      case .bytes: stage = .sending(until: docgen_uptime() &+ limits.answer)
      case .stream: stage = .working
      case .upgrade: stage = .upgraded
      }
    }
  }

  func requestEnded() {
    let now = docgen_uptime()
    stage.withLock { stage in
      switch stage {
      case .upgraded, .abandoned, .over: break
      default: stage = .between(since: now, lookAgain: now &+ limits.request)
      }
    }
  }

  /// The socket is about to be closed: from here on its number may be another's.
  func connectionEnds() { stage.withLock { $0 = .over } }

  // MARK: The task that looks at all connections

  /// Ends what takes too long; gives when to look again.
  func check(at now: UInt64) -> UInt64 {
    stage.withLock { stage in
      if stage.isIncomplete, docgen_has_hung_up(descriptor, Self.certainty) {
        stage = .abandoned
        shutdown(descriptor, Int32(SHUT_RDWR))
        return .max
      }
      if case .between(let since, let moment) = stage, moment <= now {
        stage = lookAtBytes(since: since, now)
      }
      switch stage {
      case .between(_, let moment): return moment
      case .arriving(let deadline):
        guard deadline <= now else { return deadline }
        stage = .over
        refuse(HTTPRequest(method: "", target: ""))
      case .receiving(let exchange, let deadline):
        guard deadline <= now else { return deadline }
        stage = .over
        refuse(exchange.beginning)
      case .sending(let deadline):
        guard deadline <= now else { return deadline }
        stage = .over
        shutdown(descriptor, Int32(SHUT_RDWR))
      case .working, .upgraded, .abandoned, .over: break
      }
      return .max
    }
  }

  /// Whether something of a request has come that libmicrohttpd has not told of, by the system's word.
  private func lookAtBytes(since: UInt64, _ now: UInt64) -> Stage {
    let milliseconds = docgen_silence(descriptor)
    let silence = UInt64(max(0, milliseconds)) &* 1_000_000
    // The last request's own bytes are older; the system counts in steps of some milliseconds.
    guard milliseconds >= 0, silence &+ 50_000_000 < now &- since else {
      return .between(since: since, lookAgain: now &+ limits.request)
    }
    return .arriving(until: now &- silence &+ limits.request)
  }

  /// Says why, past libmicrohttpd, which has nothing to send before a request is whole.
  private func refuse(_ request: HTTPRequest) {
    if let response = limits.tooSlow(request) {
      let bytes = response.serialized
      _ = docgen_send_quietly(descriptor, bytes, bytes.count)
    }
    // Wakes the polling thread, which closes what is shut.
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

/// What holds for every connection of a server; times in nanoseconds.
struct ConnectionLimits: Sendable {
  /// How many connections there may be.
  let connections: Int
  /// From a request's first byte to its last.
  let request: UInt64
  /// From an answer's first byte to its last.
  let answer: UInt64
  /// The answer to a request that takes longer; `nil` where none can be sent.
  let tooSlow: @Sendable (HTTPRequest) -> HTTPResponse?

  /// How long to sleep at most until all connections are looked at again.
  var longestPause: UInt64 { min(request, answer, 5_000_000_000) }

  init(_ limits: HTTPListener.Limits, tooSlow: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) {
    connections = limits.connections
    request = Self.nanoseconds(limits.requestSeconds)
    answer = Self.nanoseconds(limits.answerSeconds)
    self.tooSlow = tooSlow
  }

  /// No limit is a century.
  private static func nanoseconds(_ seconds: Int) -> UInt64 {
    UInt64(seconds > 0 ? min(seconds, 3_000_000_000) : 3_000_000_000) * 1_000_000_000
  }
}

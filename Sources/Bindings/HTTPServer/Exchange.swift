import Synchronization

/// One request on its way through the server.
///
/// The polling thread fills it in and reads the answer; the handler's task puts the answer there.
final class Exchange: Sendable {
  enum Phase: Sendable {
    case header, body, handling
    case answered(HTTPResponse)
  }

  private struct State {
    var phase = Phase.header
    var request: HTTPRequest
    var isTooLarge = false
    var isSuspended = false
  }

  private let state: Mutex<State>

  init(target: String) {
    state = Mutex(State(request: HTTPRequest(method: "", target: target)))
  }

  var phase: Phase { state.withLock { $0.phase } }

  var declaredLength: Int? {
    state.withLock { $0.request.headers["Content-Length"].flatMap { Int($0) } }
  }

  func receiveHeader(method: String, headers: HTTPHeaders) {
    state.withLock {
      $0.request.method = method
      $0.request.headers = headers
      $0.phase = .body
    }
  }

  /// Keeps a piece of the body; past the limit it drops what it has and remembers why.
  func receiveBody(_ piece: UnsafeRawBufferPointer, limit: Int) {
    // Copied first: a pointer may not travel into the lock's closure.
    let bytes = Array(piece)
    state.withLock {
      if $0.isTooLarge || $0.request.body.count + bytes.count > limit {
        $0.isTooLarge = true
        $0.request.body = []
      } else {
        $0.request.body += bytes
      }
    }
  }

  /// The whole request, ready to handle; `nil` when its body was over the limit.
  func beginHandling() -> HTTPRequest? {
    state.withLock {
      $0.phase = .handling
      return $0.isTooLarge ? nil : $0.request
    }
  }

  /// Puts the answer there.
  ///
  /// - Returns: whether the connection waits for it, suspended.
  @discardableResult
  func finish(with response: HTTPResponse) -> Bool {
    state.withLock { state in
      state.phase = .answered(response)
      return state.isSuspended
    }
  }

  /// Suspends the connection, unless the answer is there already; whether it did.
  func suspendUnlessAnswered(_ connection: Connection) -> Bool {
    state.withLock { state in
      if case .answered = state.phase { return false }
      // Inside the lock: whoever answers must not resume what is not yet suspended.
      connection.suspend()
      state.isSuspended = true
      return true
    }
  }
}

extension HTTPResponse {
  /// The answer to a body over the limit.
  static let bodyTooLarge = HTTPResponse(
    status: 413, headers: ["Content-Type": "text/plain"], text: "The request body is too large.\n")

  /// No answer, from a server that has begun to stop.
  static let stopping = HTTPResponse.dropped

  /// The answer in place of one whose header fields could not be sent.
  static let invalidHeader = HTTPResponse(
    status: 500, headers: ["Content-Type": "text/plain"],
    text: "The server's answer had an invalid header field.\n")
}

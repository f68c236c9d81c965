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
    /// Why the body is not kept.
    var refusal: HTTPListener.Refusal?
    /// How many bytes of the body are counted as kept.
    var keptBytes = 0
    var isSuspended = false
  }

  private let state: Mutex<State>
  /// Whether the connection is one more than there may be.
  let isSurplus: Bool

  init(target: String, isSurplus: Bool) {
    self.isSurplus = isSurplus
    state = Mutex(State(request: HTTPRequest(method: "", target: target)))
  }

  var phase: Phase { state.withLock { $0.phase } }

  var declaredLength: Int? {
    state.withLock { $0.request.headers["Content-Length"].flatMap { Int($0) } }
  }

  /// Whether the client sends its body only when told to (RFC 9110 10.1.1).
  var awaitsContinue: Bool {
    state.withLock { $0.request.headers["Expect"]?.lowercased() == "100-continue" }
  }

  /// Refuses the request before its body has come.
  func refuse(_ reason: HTTPListener.Refusal) { state.withLock { $0.refusal = reason } }

  func receiveHeader(method: String, headers: HTTPHeaders) {
    state.withLock {
      $0.request.method = method
      $0.request.headers = headers
      $0.phase = .body
    }
  }

  /// Keeps a piece of the body; past a limit it drops what it has and remembers why.
  func receiveBody(
    _ piece: UnsafeRawBufferPointer, _ limits: HTTPListener.Limits, _ all: BoundedCount
  ) {
    // Copied first: a pointer may not travel into the lock's closure.
    let bytes = Array(piece)
    state.withLock { state in
      guard state.refusal == nil else { return }
      if state.request.body.count + bytes.count > limits.bodyBytes {
        state.refusal = .bodyTooLarge(limit: limits.bodyBytes)
      } else if !all.add(bytes.count, limit: limits.allBodiesBytes) {
        state.refusal = .tooManyBodies(limit: limits.allBodiesBytes)
      } else {
        state.keptBytes += bytes.count
        state.request.body += bytes
        return
      }
      state.request.body = []
      all.remove(state.keptBytes)
      state.keptBytes = 0
    }
  }

  /// The request is over, and its body is no longer kept.
  func forgetBody(_ all: BoundedCount) {
    state.withLock { state in
      if state.keptBytes > 0 { all.remove(state.keptBytes) }
      state.keptBytes = 0
    }
  }

  /// What has come of the request, without its body.
  var beginning: HTTPRequest {
    state.withLock { state in
      var request = state.request
      request.body = []
      return request
    }
  }

  /// The whole request, ready to handle, or why it is refused.
  func beginHandling() -> Result<HTTPRequest, HTTPListener.Refusal> {
    state.withLock { state in
      state.phase = .handling
      return state.refusal.map { .failure($0) } ?? .success(state.request)
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
  /// No answer, from a server that has begun to stop.
  static let stopping = HTTPResponse.dropped

  /// The answer in place of one whose header fields could not be sent.
  static let invalidHeader = HTTPResponse(
    status: 500, headers: ["Content-Type": "text/plain"],
    text: "The server's answer had an invalid header field.\n")
}

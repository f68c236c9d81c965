import Synchronization

/// One request and its response.
///
/// The polling thread fills in the request and reads the response; the handler's task sets the
/// response.
final class Exchange: Sendable {
  enum Phase: Sendable {
    case header, body, handling
    case responded(HTTPResponse)
  }

  private struct State {
    var phase = Phase.header
    var request: HTTPRequest
    /// The reason why the body is discarded.
    var refusal: HTTPListener.Refusal?
    /// The number of bytes of the body in the shared count.
    var countedBytes = 0
    var isSuspended = false
    /// The response's body in the shared count.
    var countedResponse: [UInt8]?
  }

  private let state: Mutex<State>
  /// Whether the connection exceeds the limit.
  let isSurplus: Bool

  init(target: String, isSurplus: Bool) {
    self.isSurplus = isSurplus
    state = Mutex(State(request: HTTPRequest(method: "", target: target)))
  }

  var phase: Phase { state.withLock { $0.phase } }

  var declaredLength: Int? {
    state.withLock { $0.request.headers["Content-Length"].flatMap { Int($0) } }
  }

  /// Whether the client waits for "100 Continue" before it sends its body (RFC 9110 10.1.1).
  var awaitsContinue: Bool {
    state.withLock { $0.request.headers["Expect"]?.lowercased() == "100-continue" }
  }

  /// Rejects the request before its body has arrived.
  func refuse(_ reason: HTTPListener.Refusal) { state.withLock { $0.refusal = reason } }

  func receiveHeader(method: String, headers: HTTPHeaders) {
    state.withLock {
      $0.request.method = method
      $0.request.headers = headers
      $0.phase = .body
    }
  }

  /// Appends a chunk of the body; beyond a limit, discards the body and records the reason.
  func receiveBody(
    _ chunk: UnsafeRawBufferPointer, limits: HTTPListener.Limits, total: BoundedCount
  ) {
    // Copy first: the pointer can't enter the lock's closure.
    let bytes = Array(chunk)
    state.withLock { state in
      guard state.refusal == nil else { return }
      if state.request.body.count + bytes.count > limits.bodyBytes {
        state.refusal = .bodyTooLarge(limit: limits.bodyBytes)
      } else if !total.add(bytes.count, limit: limits.allBodiesBytes) {
        state.refusal = .tooManyBodies(limit: limits.allBodiesBytes)
      } else {
        state.countedBytes += bytes.count
        state.request.body += bytes
        return
      }
      state.request.body = []
      total.remove(state.countedBytes)
      state.countedBytes = 0
    }
  }

  /// Removes the body from the shared count at the end of the request.
  func forgetBody(_ all: BoundedCount) {
    state.withLock { state in
      if state.countedBytes > 0 { all.remove(state.countedBytes) }
      state.countedBytes = 0
    }
  }

  /// Returns a response that fits in the shared count, or the refusal that replaces it.
  func counted(_ response: HTTPResponse, by exchanges: ExchangeTable) -> HTTPResponse {
    guard case .bytes(let body) = response.body, body.count > PendingResponses.smallBody else {
      return response
    }
    let limit = exchanges.limits.allResponsesBytes
    guard exchanges.responses.add(body, limit: limit) else {
      return exchanges.response(for: .tooManyResponses(limit: limit), to: self)
    }
    state.withLock { $0.countedResponse = body }
    return response
  }

  /// Removes the response from the shared count at the end of the request.
  func forgetResponse(_ all: PendingResponses) {
    let body = state.withLock { state in
      defer { state.countedResponse = nil }
      return state.countedResponse
    }
    if let body { all.remove(body) }
  }

  /// The request as far as it has arrived, without its body.
  var beginning: HTTPRequest {
    state.withLock { state in
      var request = state.request
      request.body = []
      return request
    }
  }

  /// Returns the complete request, ready to handle, or the reason why it is rejected.
  func beginHandling() -> Result<HTTPRequest, HTTPListener.Refusal> {
    state.withLock { state in
      state.phase = .handling
      return state.refusal.map { .failure($0) } ?? .success(state.request)
    }
  }

  /// Sets the response.
  ///
  /// - Returns: whether the connection is suspended, waiting for it.
  @discardableResult
  func finish(with response: HTTPResponse) -> Bool {
    state.withLock { state in
      state.phase = .responded(response)
      return state.isSuspended
    }
  }

  /// Suspends the connection unless the response is set; returns whether it did.
  func suspendUnlessResponded(_ connection: Connection) -> Bool {
    state.withLock { state in
      if case .responded = state.phase { return false }
      // Inside the lock: `finish` must not resume a connection that isn't suspended yet.
      connection.suspend()
      state.isSuspended = true
      return true
    }
  }
}

extension HTTPResponse {
  /// No response, from a server that is stopping.
  static let stopping = HTTPResponse.dropped

  /// The response that replaces one with invalid header fields.
  static let invalidHeader = HTTPResponse(
    status: 500, headers: ["Content-Type": "text/plain"],
    text: "The server's response had an invalid header field.\n")
}

/// Records the requests that a listener receives, and its responses.
///
/// Called from the tasks of all requests, possibly concurrently.
public protocol HTTPRecorder: Sendable {
  /// Records a request before the handler receives it.
  ///
  /// - Returns: a number to record the response with; `nil` to not record the response.
  func record(_ request: HTTPRequest) -> Int?

  /// Records a response before it is sent; the body of a stream follows later.
  func record(_ response: HTTPResponse, to number: Int)
}

extension HTTPListener {
  /// Returns a handler whose requests and responses are recorded.
  static func recorded(
    _ handler: @escaping Handler, by recorder: (any HTTPRecorder)?
  ) -> Handler {
    guard let recorder else { return handler }
    return { request in
      let number = recorder.record(request)
      let response = await handler(request)
      if let number { recorder.record(response, to: number) }
      return response
    }
  }
}

/// Records the requests that a listener receives, and its responses.
///
/// Called on the tasks of all requests, so several calls may run at the same time.
public protocol HTTPRecorder: Sendable {
  /// Records a request before the handler receives it.
  ///
  /// - Returns: the number that its response is recorded with; `nil` if the response isn't recorded.
  func record(_ request: HTTPRequest) -> Int?

  /// Records a response before it is sent; the body of a stream is yet to come.
  func record(_ response: HTTPResponse, to number: Int)
}

extension HTTPListener {
  /// A handler whose requests and responses are recorded.
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

/// Is told of every request that a listener answers, and of the answer before it is sent.
public protocol HTTPRecorder: Sendable {
  /// Takes a request that has come, and gives the number that its answer will come with. The request
  /// is answered when this returns. `nil` when it need not be told of the answer.
  func record(_ request: HTTPRequest) async -> Int?

  /// Takes the answer to a request; the body of a stream is yet to come. The answer is sent when this
  /// returns.
  func record(_ response: HTTPResponse, to number: Int) async

  /// Takes note that a client has hung up, or the listener is stopped, before the answer to a request that
  /// was taken is sent; on any thread.
  func recordHangUp(of number: Int)

  /// Takes note that a connection was closed before a whole request came that a client opened it for, or
  /// began to send; on any thread. Not if the listener is stopped.
  func recordUnusedConnection()
}

extension HTTPListener {
  /// Who is told of the exchanges of the listeners that are started within `withValue`.
  ///
  /// A task's value, so that whoever starts a server in many layers need not hand it through all.
  @TaskLocal public static var recorder: (any HTTPRecorder)?

  /// A handler that tells a recorder what it is asked and what it answers.
  static func recorded(
    _ handler: @escaping Handler, by recorder: (any HTTPRecorder)?
  ) -> Handler {
    guard let recorder else { return handler }
    return { request in
      guard let number = await recorder.record(request) else { return await handler(request) }
      return await withTaskCancellationHandler {
        let response = await handler(request)
        await recorder.record(response, to: number)
        return response
      } onCancel: {
        recorder.recordHangUp(of: number)
      }
    }
  }
}

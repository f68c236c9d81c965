public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// `URLSession` for requests that may be refused.
///
/// Up to Swift 6.3.1, `URLSession` on Linux never completes a request that is answered with 401 and
/// offers Basic authentication, as Sync Gateway does when a session has run out
/// (swift-corelibs-foundation issue 5456), and its `data(for:)` may never return from one that is
/// cancelled while it is answered. This client completes both. Everything else is as with
/// `URLSession.shared`, whose cookies it uses.
public struct LabHTTPClient: Sendable {
  /// One for all requests, as each session has descriptors of its own, of which hundreds of
  /// requests at once would need more than a process has.
  private static let session = URLSession(configuration: .default)

  init() {}

  /// Sends a request.
  ///
  /// - Returns: the body and the answer; on Linux the body of a 401 that offers Basic
  ///   authentication is left out.
  /// - Throws: what `URLSession` throws.
  public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var request = request
    #if canImport(FoundationNetworking)
      // Where a kept connection is closed instead of answered, `URLSession` on Linux (Swift 6.3.1)
      // spins until the request's time is over. A connection of its own fails at once.
      request.setValue("close", forHTTPHeaderField: "Connection")
    #endif
    let refusal = ChallengeRefusal()
    do {
      let (data, response) = try await RunningRequest().data(
        for: request, in: Self.session, delegate: refusal)
      guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return (data, http)
    } catch let error as URLError where error.code == .cancelled {
      guard let response = refusal.response else { throw error }
      return (Data(), response)
    }
  }

  /// Gets an address.
  ///
  /// - Returns: as for `data(for:)`.
  /// - Throws: what `URLSession` throws.
  public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
    try await data(for: URLRequest(url: url))
  }
}

/// One request, which ends at once when it is cancelled.
private final class RunningRequest: Sendable {
  private typealias Answer = (Data, URLResponse)

  private struct State {
    var waiter: CheckedContinuation<Answer, any Error>?
    var task: URLSessionTask?
    var isCancelled = false
  }

  /// Changed by whoever waits, by whoever cancels, and on the session's queue.
  private let state = Mutex(State())

  func data(
    for request: URLRequest, in session: URLSession, delegate: any URLSessionTaskDelegate
  ) async throws -> (Data, URLResponse) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let task = session.dataTask(with: request) { data, response, error in
          if let data, let response, error == nil {
            self.takeWaiter()?.resume(returning: (data, response))
          } else {
            self.takeWaiter()?.resume(throwing: error ?? URLError(.unknown))
          }
        }
        task.delegate = delegate
        let isCancelled = state.withLock { state in
          guard !state.isCancelled else { return true }
          state.waiter = waiter
          state.task = task
          return false
        }
        if isCancelled {
          waiter.resume(throwing: URLError(.cancelled))
        } else {
          task.resume()
        }
      }
    } onCancel: {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      takeWaiter()?.resume(throwing: URLError(.cancelled))
      // On Linux a task that is cancelled while it ends makes `URLSession` trap (Swift 6.3.1). On the
      // session's queue, where it is ended too, it is either over or goes on.
      session.delegateQueue.addOperation { task?.cancel() }
    }
  }

  private func takeWaiter() -> CheckedContinuation<Answer, any Error>? {
    state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
  }
}

/// Offers no password to a server that asks a request for one, and keeps the answer that asked.
private final class ChallengeRefusal: NSObject, URLSessionTaskDelegate {
  /// Set on the session's queue, read by the task that waits for the answer.
  private let kept = Mutex<HTTPURLResponse?>(nil)

  var response: HTTPURLResponse? { kept.withLock { $0 } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let response = challenge.failureResponse as? HTTPURLResponse
    kept.withLock { $0 = response }
    completionHandler(.rejectProtectionSpace, nil)
  }
}

public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// `URLSession` for requests that may be refused.
///
/// Up to Swift 6.3.1, `URLSession` on Linux never completes a request that is answered with 401 and
/// offers Basic authentication, as Sync Gateway does when a session has run out
/// (swift-corelibs-foundation issue 5456). This client completes it. Everything else is as with
/// `URLSession.shared`, whose cookies it uses.
public struct LabHTTPClient: Sendable {
  init() {}

  /// Sends a request.
  ///
  /// - Returns: the body and the answer; on Linux the body of a 401 that offers Basic
  ///   authentication is left out.
  /// - Throws: what `URLSession` throws.
  public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let refusal = ChallengeRefusal()
    let session = URLSession(configuration: .default, delegate: refusal, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    do {
      let (data, response) = try await session.data(for: request)
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

/// Offers no password to whoever asks for one, and keeps the answer that asked.
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

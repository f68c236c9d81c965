import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what `URLSession` reports to the request it belongs to.
///
/// Up to Swift 6.3.1, `URLSession` on Linux never completes a task whose answer is a 401 that offers
/// Basic authentication, unless a delegate decides on the challenge (swift-corelibs-foundation issue
/// 5456). There the challenge comes after the whole body; refusing it ends the task as cancelled.
/// So the answer is complete at the challenge, and whatever ends the task afterwards is ignored.
/// On Apple's systems the challenge comes before the answer, which default handling lets through.
final class TaskDelegate: NSObject, URLSessionDataDelegate {
  /// Changed by callers of the transport and on the session's queue.
  private let exchanges = Mutex<[Int: Exchange]>([:])

  func add(_ exchange: Exchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      exchange(of: task)?.complete()
      completionHandler(.rejectProtectionSpace, nil)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(Self.head(of: response))
    completionHandler(.allow)
  }

  private static func head(of response: URLResponse?) -> Exchange.Head? {
    guard let response = response as? HTTPURLResponse else { return nil }
    var headers = HeaderFields()
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    return Exchange.Head(status: response.statusCode, headers: headers)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if let error {
      exchange?.fail(TransportError(error))
    } else {
      // On Linux a redirect without an address is not reported before its end.
      exchange?.receive(Self.head(of: task.response))
      exchange?.complete()
    }
  }
}

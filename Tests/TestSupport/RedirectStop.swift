public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A session's delegate that follows no redirect, so that a test sees each.
public final class RedirectStop: NSObject, URLSessionTaskDelegate {
  /// Answers every redirect with "no".
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A session's delegate that follows no redirect, so that a test sees each response.
public final class RedirectStop: NSObject, URLSessionTaskDelegate {
  /// Refuses every redirect.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

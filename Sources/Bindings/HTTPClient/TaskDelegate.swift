#if !canImport(FoundationNetworking)
  import Foundation
  import Synchronization

  /// Passes the events of `URLSession` to the exchange of each task.
  final class TaskDelegate: NSObject, URLSessionDataDelegate {
    /// Locked by callers of the transport and on the session's queue.
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
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      if let response = response as? HTTPURLResponse {
        var headers = HeaderFields()
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        exchange(of: dataTask)?.receive(status: response.statusCode, headers: headers)
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      if let error { exchange?.fail(TransportError(error)) } else { exchange?.complete() }
    }
  }

  extension TransportError {
    /// Converts an error of `URLSession`.
    init(_ error: any Error) {
      guard let error = error as? URLError else {
        self = .connectionLost("\((error as NSError).domain) \((error as NSError).code)")
        return
      }
      let reason = "\(error.localizedDescription) (\(error.code.rawValue))"
      switch error.code {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
        .internationalRoamingOff, .callIsActive, .dataNotAllowed:
        self = .cannotConnect(reason)
      case .badURL, .unsupportedURL, .appTransportSecurityRequiresSecureConnection:
        self = .invalidRequest(reason)
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired:
        self = .insecure(reason)
      default: self = .connectionLost(reason)
      }
    }
  }
#endif

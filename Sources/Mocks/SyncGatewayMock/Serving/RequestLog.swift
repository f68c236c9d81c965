import DocgenHTTPServer
import DocgenMockHTTP
import Foundation
import Synchronization

/// The requests that a gateway has handled, oldest first.
final class RequestLog: Sendable {
  /// The maximum number of requests, so that the log of a long-running gateway doesn't grow.
  private static let limit = 10_000
  /// The number of bytes of a body to retain.
  private static let bodyLimit = 1_000

  /// Written by the tasks of all requests, read by the test's thread.
  ///
  /// Secrets are redacted when the log is read, so that requests aren't slowed down.
  private let stored = Mutex<[(exchange: Exchange, date: Date)]>([])
  private let observer: (@Sendable (LoggedRequest) -> Void)?

  init(observer: (@Sendable (LoggedRequest) -> Void)?) { self.observer = observer }

  var entries: [LoggedRequest] {
    stored.withLock { $0 }.map { LoggedRequest($0.exchange, date: $0.date) }
  }

  func clear() { stored.withLock { $0 = [] } }

  func add(_ exchange: Exchange, date: Date) {
    var exchange = exchange
    exchange.request.body = Self.beginning(exchange.request.body)
    if case .bytes(let bytes)? = exchange.response?.body {
      exchange.response?.body = .bytes(Self.beginning(bytes))
    } else {
      // The writer of a stream has no text, and would keep its database.
      exchange.response?.body = .bytes([])
    }
    stored.withLock { [exchange] entries in
      if entries.count >= Self.limit { entries.removeFirst(Self.limit / 10) }
      entries.append((exchange, date))
    }
    observer?(LoggedRequest(exchange, date: date))
  }

  private static func beginning(_ body: [UInt8]) -> [UInt8] {
    body.count <= bodyLimit ? body : Array(body.prefix(bodyLimit))
  }
}

extension LoggedRequest {
  fileprivate init(_ exchange: Exchange, date: Date) {
    let (request, response) = (exchange.request, exchange.response)
    isAdmin = exchange.isAdmin
    method = request.method
    target = Redactor.target(request.target)
    headers = Self.fields(request.headers)
    body = Self.text(request.body, headers: request.headers)
    status = response?.status ?? 0
    responseHeaders = Self.fields(response?.headers ?? HTTPHeaders())
    responseBody = ""
    if let response, case .bytes(let bytes) = response.body {
      responseBody = Self.text(bytes, headers: response.headers)
    }
    user = exchange.user
    fault = exchange.fault.map { "\($0)" }
    self.date = date
  }

  private static func fields(_ headers: HTTPHeaders) -> [Field] {
    headers.fields.map { Field(name: $0.name, value: Redactor.field($0.name, value: $0.value)) }
  }

  private static func text(_ body: [UInt8], headers: HTTPHeaders) -> String {
    Redactor.body(String(decoding: body, as: UTF8.self), type: headers["Content-Type"] ?? "")
  }
}

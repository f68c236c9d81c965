import DocgenHTTPServer
import DocgenMockHTTP
import Foundation
import Synchronization

/// The requests that a gateway has handled, oldest first.
final class RequestLog: Sendable {
  /// A request as received.
  ///
  /// Secrets are redacted when the log is read, so that requests aren't slowed down.
  struct Entry: Sendable {
    var isAdmin: Bool
    var method: String
    var target: String
    var headers: HTTPHeaders
    var body: Excerpt
    var status: Int
    var responseHeaders: HTTPHeaders
    var responseBody: Excerpt
    var user: String?
    var fault: String?
    var date: Date
  }

  /// The beginning of a body, so that a long one isn't retained.
  struct Excerpt: Sendable {
    static let limit = 1_000
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes.count <= Self.limit ? bytes : Array(bytes.prefix(Self.limit))
    }
  }

  /// The maximum number of requests, so that the log of a long-running gateway doesn't grow.
  private static let limit = 10_000

  /// Written by the tasks of all requests, read by the test's thread.
  private let stored = Mutex<[Entry]>([])
  private let observer: (@Sendable (LoggedRequest) -> Void)?

  init(observer: (@Sendable (LoggedRequest) -> Void)?) { self.observer = observer }

  var entries: [LoggedRequest] {
    let entries = stored.withLock { $0 }
    return entries.map { LoggedRequest($0) }
  }

  func clear() { stored.withLock { $0 = [] } }

  func add(_ entry: Entry) {
    stored.withLock { entries in
      if entries.count >= Self.limit { entries.removeFirst(Self.limit / 10) }
      entries.append(entry)
    }
    observer?(LoggedRequest(entry))
  }
}

extension RequestLog.Entry {
  init(_ exchange: Exchange, date: Date) {
    let (request, response) = (exchange.request, exchange.response)
    var responseBody: [UInt8] = []
    if case .bytes(let bytes)? = response?.body { responseBody = bytes }
    self.init(
      isAdmin: exchange.isAdmin, method: request.method, target: request.target,
      headers: request.headers, body: .init(request.body), status: response?.status ?? 0,
      responseHeaders: response?.headers ?? HTTPHeaders(), responseBody: .init(responseBody),
      user: exchange.user, fault: exchange.fault.map { "\($0)" }, date: date)
  }
}

extension LoggedRequest {
  init(_ entry: RequestLog.Entry) {
    isAdmin = entry.isAdmin
    method = entry.method
    target = Redactor.target(entry.target)
    headers = Self.fields(entry.headers)
    body = entry.body.redacted(entry.headers)
    status = entry.status
    responseHeaders = Self.fields(entry.responseHeaders)
    responseBody = entry.responseBody.redacted(entry.responseHeaders)
    user = entry.user
    fault = entry.fault
    date = entry.date
  }

  private static func fields(_ headers: HTTPHeaders) -> [Field] {
    headers.fields.map { Field(name: $0.name, value: Redactor.field($0.name, value: $0.value)) }
  }
}

extension RequestLog.Excerpt {
  /// Returns the text without secrets.
  fileprivate func redacted(_ headers: HTTPHeaders) -> String {
    Redactor.body(String(decoding: bytes, as: UTF8.self), type: headers["Content-Type"] ?? "")
  }
}

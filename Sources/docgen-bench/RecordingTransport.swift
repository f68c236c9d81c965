import Foundation
import HTTPClient
import Synchronization

/// Sends requests and keeps the answers, or gives kept answers without sending anything.
final class RecordingTransport: HTTPTransport {
  private struct Key: Hashable {
    let method: String
    let url: URL
    let body: [UInt8]?
  }

  private let inner: DefaultTransport?
  /// Taken by requests that run at the same time.
  private let answers: Mutex<[Key: TransportResponse]>

  /// A transport that sends.
  convenience init() { self.init(inner: DefaultTransport(), answers: [:]) }

  private init(inner: DefaultTransport?, answers: [Key: TransportResponse]) {
    self.inner = inner
    self.answers = Mutex(answers)
  }

  /// A transport that answers the same requests in the same way, from memory.
  func replay() -> RecordingTransport {
    RecordingTransport(inner: nil, answers: answers.withLock { $0 })
  }

  /// The gateway that the requests went to.
  func firstURL() throws -> URL {
    guard let url = answers.withLock({ $0.keys.first?.url }),
      let base = URL(string: "/", relativeTo: url)
    else { throw BenchFailure(description: "nothing was sent") }
    return base.absoluteURL
  }

  /// Sends and keeps, or finds.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let key = Key(method: request.method, url: request.url, body: request.body)
    guard let inner else {
      guard let answer = answers.withLock({ $0[key] }) else {
        throw .invalidRequest("no answer is kept for \(request.method) \(request.url.path())")
      }
      return answer
    }
    let answer = try await inner.send(request)
    // The first answer counts: what a repeated request gets depends on what was in between.
    answers.withLock { if $0[key] == nil { $0[key] = answer } }
    return answer
  }

  /// Not needed by what is measured.
  func stream(_ request: TransportRequest) async throws(TransportError) -> StreamedResponse {
    throw .invalidRequest("a recording has no streams")
  }
}

import DocgenGround
import DocgenGzip
import DocgenHTTPServer
import DocgenMockHTTP
import Foundation

/// Records the requests and responses of one server in a run's report, with secrets redacted.
struct TranscriptRecorder: HTTPRecorder {
  /// The server's name.
  let server: String
  let report: RunReport

  /// The gateway's name, as a server and as a client of the provider.
  static let gateway = "Sync Gateway"

  /// The longest body recorded as text; of longer ones only the length is recorded.
  private static let longestBody = 8 << 10

  func record(_ request: HTTPRequest) -> Int? {
    guard !report.isFull else {
      report.add(.omittedRequest)
      return nil
    }
    let number = report.nextRequest()
    report.add(
      .request(
        Transcript.Request(
          number: number, client: Self.client(of: request), server: server, method: request.method,
          target: Redactor.target(request.target), fields: Self.fields(request.headers),
          body: Self.body(request.body, headers: request.headers))))
    return number
  }

  func record(_ response: HTTPResponse, to number: Int) {
    let body: Transcript.Body =
      if case .bytes(let bytes) = response.body {
        Self.body(bytes, headers: response.headers)
      } else {
        .stream
      }
    report.add(
      .response(
        Transcript.Response(
          number: number, status: response.status, fields: Self.fields(response.headers),
          body: body)))
  }

  /// Returns the client's name by its `User-Agent` field.
  private static func client(of request: HTTPRequest) -> String {
    let agent = request.headers["User-Agent"] ?? ""
    if agent.hasPrefix("Go-http-client/") { return gateway }
    if agent.hasPrefix("Mozilla/") { return "Browser" }
    if agent.hasPrefix("curl/") { return "curl" }
    return "Sample"
  }

  private static func fields(_ headers: HTTPHeaders) -> [Transcript.Field] {
    headers.fields.map { .init(name: $0.name, value: Redactor.field($0.name, value: $0.value)) }
  }

  private static func body(_ bytes: [UInt8], headers: HTTPHeaders) -> Transcript.Body {
    guard !bytes.isEmpty else { return .empty }
    let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
    if ["text/html", "application/xhtml+xml"].contains(type) { return .page }
    // Readers want to see the content of a compressed body.
    let content =
      headers["Content-Encoding"] == "gzip"
      ? (try? GzipDecoder.decode(bytes, limit: 1 << 20)) ?? bytes : bytes
    guard content.count <= longestBody, !type.hasPrefix("multipart/"),
      let text = String(validating: content, as: UTF8.self)
    else { return .bytes(count: content.count) }
    return .text(Redactor.body(text, type: type))
  }
}

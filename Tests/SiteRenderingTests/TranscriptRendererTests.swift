import DocgenGround
import Testing

@testable import DocgenSiteRendering

/// What a page shows of a transcript.
@Suite struct TranscriptRendererTests {
  private func exchange(
    _ number: Int, _ line: String, _ start: Int, _ end: Int?, from: String = "Sample",
    to: String = "Gateway", cause: Int? = nil, host: String? = nil, status: Int = 200,
    body: Transcript.Body = .empty
  ) -> Transcript.Exchange {
    let parts = line.split(separator: " ").map(String.init)
    var exchange = Transcript.Exchange(
      request: .init(
        number: number, client: from, server: to, method: parts[0], target: parts[1],
        fields: host.map { [.init(name: "Host", value: $0)] } ?? []), start: start, cause: cause)
    exchange.end = end
    if end != nil { exchange.response = .init(number: number, status: status, body: body) }
    return exchange
  }

  private func labels(_ exchanges: [Transcript.Exchange]) -> [String] {
    TranscriptRenderer(Transcript(exchanges)).messages.map(\.label)
  }

  @Test func whatAServerRequestsMeanwhileIsInside() {
    #expect(
      labels([
        exchange(1, "GET /a?x=1", 0, 3, status: 404),
        exchange(2, "GET /keys", 1, 2, from: "Gateway", to: "Op", cause: 1),
        exchange(3, "GET /b", 4, nil),
      ]) == ["GET /a", "GET /keys", "200 OK", "404 Not Found", "GET /b"])
  }

  /// Which of two requests is first is a race.
  @Test(arguments: [(0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2)])
  func overlappingRequestsAreSorted(_ a: Int, _ aEnd: Int, _ b: Int, _ bEnd: Int) {
    let later = exchange(3, "GET /0", 4, 5)
    func order(_ first: String, _ second: String) -> [String] {
      labels([exchange(1, first, a, aEnd), exchange(2, second, b, bEnd), later])
    }
    #expect(
      order("GET /a", "GET /b") == ["GET /a", "200 OK", "GET /b", "200 OK", "GET /0", "200 OK"])
    // A request that waits contains the write that ends it.
    #expect(
      order("GET /w", "PUT /b") == ["GET /w", "PUT /b", "200 OK", "200 OK", "GET /0", "200 OK"])
  }

  @Test func aWaitContainsWritesInTheirOrder() {
    #expect(
      labels([
        exchange(1, "GET /_changes", 0, 5), exchange(2, "PUT /b", 1, 2),
        exchange(3, "PUT /a", 3, 4),
      ]) == ["GET /_changes", "PUT /b", "200 OK", "PUT /a", "200 OK", "200 OK"])
  }

  @Test func severalPortsAreNamed() {
    #expect(
      labels([
        exchange(1, "GET /a", 0, 1, host: "127.0.0.1:4984"),
        exchange(2, "PUT /b", 2, 3, host: "127.0.0.1:4985"),
      ]) == ["GET :4984/a", "200 OK", "PUT :4985/b", "200 OK"])
  }

  @Test(
    arguments: [
      (.empty, ""), (.page, "(a page)"), (.stream, "(a stream)"), (.bytes(count: 9), "(9 bytes)"),
      (.text(#"{"a":[1,2]}"#), #"{ "a": [1, 2] }"#), (.text("{\"a\":"), "{\"a\":"),
    ] as [(Transcript.Body, String)])
  func bodies(_ body: Transcript.Body, _ shown: String) {
    let transcript = Transcript([exchange(1, "GET /", 0, 1, body: body)])
    #expect(TranscriptRenderer(transcript).messages[1].body == shown)
  }

  @Test func longBodiesAreCut() {
    let rows = (0..<40).map { #"{"id":\#($0),"key":"a long key"}"# }.joined(separator: ",")
    let transcript = Transcript([exchange(1, "GET /", 0, 1, body: .text("[\(rows)]"))])
    let body = TranscriptRenderer(transcript).messages[1].body
    #expect(body.split(separator: "\n").count == 24)
    #expect(body.hasSuffix("\n… (19 more lines)"))
  }
}

import DocgenGround
import Foundation
import Testing

/// The events of a run, and what they say about overlapping requests.
@Suite struct TranscriptTests {
  private static let request = Transcript.Request(
    number: 1, client: "Sample", server: "Sync Gateway", method: "PUT", target: "/db/a",
    fields: [.init(name: "Host", value: "127.0.0.1:4984")], body: .text("{\"a\": \"/\"}\n"))

  @Test(
    arguments: [
      .port(actual: 49152, canonical: 4984), .block(index: 2), .nextProgram, .omittedRequest,
      .request(request), .response(.init(number: 1, status: 201, body: .bytes(count: 3))),
    ] as [Transcript.Event])
  func anEventIsALine(_ event: Transcript.Event) {
    #expect(!event.text.contains("\n"))
    #expect(Transcript.events(in: Data((event.text + "\n").utf8)) == [event])
  }

  /// The host writes these two in C and in a shell.
  @Test func foreignWritersAgree() {
    #expect(Transcript.Event.block(index: 12).text == #"{"block":{"index":12}}"#)
    #expect(
      Transcript.Event.port(actual: 1, canonical: 2).text == #"{"port":{"actual":1,"canonical":2}}"#
    )
  }

  @Test func otherLinesAreIgnored() {
    let report = "{\"block\":{\"index\":1}}\nhello\n{\"reque\n\u{0}\n[1]\n{\"nextProgram\":{}}"
    #expect(Transcript.events(in: Data(report.utf8)) == [.block(index: 1), .nextProgram])
  }

  private func exchange(
    _ number: Int, _ start: Int, _ end: Int?, client: String = "Sample", cause: Int? = nil,
    body: Transcript.Body = .empty
  ) -> Transcript.Exchange {
    var exchange = Transcript.Exchange(
      request: .init(number: number, client: client, server: "S", method: "GET", target: "/"),
      start: start, cause: cause)
    exchange.end = end
    if end != nil { exchange.response = .init(number: number, status: 200, body: body) }
    return exchange
  }

  @Test func overlappingRequestsOfOneClientCount() {
    func isOverlapping(_ exchanges: Transcript.Exchange...) -> Bool {
      Transcript(exchanges).isOverlapping
    }
    #expect(isOverlapping(exchange(1, 0, 2), exchange(2, 1, 3)))
    #expect(!isOverlapping(exchange(1, 0, 1), exchange(2, 2, 3)))
    #expect(!isOverlapping(exchange(1, 0, 2), exchange(2, 1, 3, client: "Browser")))
    #expect(!isOverlapping(exchange(1, 0, 3), exchange(2, 1, 2, client: "S", cause: 1)))
    #expect(!isOverlapping(exchange(1, 0, 2, body: .stream), exchange(2, 1, 3)))
    #expect(!isOverlapping(exchange(1, 0, nil), exchange(2, 1, 3)))
  }
}

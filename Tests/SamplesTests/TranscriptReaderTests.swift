import DocgenGround
import Testing

@testable import DocgenSamples

/// How the events of a run become the transcripts of its blocks.
@Suite struct TranscriptReaderTests {
  private func request(
    _ number: Int, _ line: String, from: String = "Sample", to: String = "Gateway"
  ) -> Transcript.Event {
    let parts = line.split(separator: " ").map(String.init)
    return .request(
      .init(number: number, client: from, server: to, method: parts[0], target: parts[1]))
  }

  private func response(_ number: Int) -> Transcript.Event {
    .response(.init(number: number, status: 200))
  }

  private func targets(_ events: [Transcript.Event]) -> [[String]] {
    TranscriptReader(events).blocks.map { $0.exchanges.map(\.request.target) }
  }

  /// What a server requests belongs to the block of its cause, as does a late response.
  @Test func eachBlockHasItsRequests() {
    let events = [
      request(1, "GET /a"), response(1), request(2, "GET /wait"), .block(index: 1),
      .block(index: 1), .block(index: 2), request(3, "GET /keys", from: "Gateway", to: "Op"),
      response(3), response(2), request(4, "PUT /b"), response(4),
    ]
    #expect(targets(events) == [["/a", "/wait", "/keys"], [], ["/b"]])
    let first = TranscriptReader(events).blocks[0].exchanges
    #expect(first.map(\.cause) == [nil, nil, 2])
    #expect(first.allSatisfy { $0.response != nil })
  }

  @Test func requestsBeyondTheLimitAreCounted() {
    let events =
      (1...102).flatMap { [request($0, "GET /\($0)"), response($0)] } + [
        .block(index: 1), .omittedRequest, request(200, "GET /b"),
      ]
    let blocks = TranscriptReader(events).blocks
    #expect(blocks.map(\.exchanges.count) == [100, 0])
    #expect(blocks.map(\.omittedCount) == [2, 2])
    #expect(Transcript(joining: blocks).omittedCount == 4)
  }

  @Test func programsAreSeparate() {
    let programs = TranscriptReader.programs([
      request(1, "GET /a"), .nextProgram, .nextProgram, response(1), request(2, "GET /b"),
    ])
    #expect(
      programs.map { $0.blocks.map { $0.exchanges.map(\.request.target) } }
        == [[["/a"]], [[]], [["/b"]]])
  }

  @Test func strayResponsesAreIgnored() {
    #expect(TranscriptReader([response(7), .block(index: 3)]).blocks == [Transcript()])
  }

  /// A run whose output and whose report have different blocks shows all requests in the last one.
  @Test func blocksThatDoNotFitAreOne() {
    var run = SampleRun(
      ending: .exited(0), output: "one\u{0}docgen-block 1\ntwo", errorOutput: "",
      firstLine: 1)
    run.transcripts =
      TranscriptReader([request(1, "GET /a"), .block(index: 1), request(2, "GET /b")]).blocks
    #expect(run.transcriptsByBlock.map(\.exchanges.count) == [1, 1])
    run.transcripts.removeFirst()
    #expect(run.transcriptsByBlock.map(\.exchanges.count) == [0, 1])
  }
}

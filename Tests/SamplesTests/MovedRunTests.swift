import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// What of an earlier run is believed where a sample has moved.
@Suite(.fewAtOnce) struct MovedRunTests {
  private func outputs(_ site: TestSite, _ page: String, setup: String = "") async throws
    -> [String]
  {
    let samples = samples(page, setups: [("lines.swift", setup)])
    return try await SampleEngine(environment: site.environment).run(samples).outcomes
      .map(\.output)
  }

  /// A default argument is the line of the caller.
  @Test func theLinesThatASetupAsksForAreNeverStale() async throws {
    let site = try TestSite()
    let setup = #"func parity(_ line: Int = #line) -> String { line % 2 == 0 ? "even" : "odd" }"#
    let page = "```swift runnable setup=lines\nprint(parity())\n```\n"
    #expect(try await outputs(site, page, setup: setup) == ["even\n"])
    #expect(try await outputs(site, "\n" + page, setup: setup) == ["odd\n"])
  }

  @Test(arguments: ["echo $((LINENO % 2))", "f() { set -- $(caller); echo $(($1 % 2)); }; f"])
  func theLinesThatAShellKnowsAreNeverStale(_ code: String) async throws {
    let site = try TestSite()
    let page = "```sh runnable\n\(code)\n```\n"
    #expect(try await outputs(site, page) == ["0\n"])
    #expect(try await outputs(site, "\n" + page) == ["1\n"])
  }

  /// A fence that its list item ends leaves no line between two blocks.
  @Test func aLineIsNoBeginningOfABlock() {
    func text(_ blocks: [Sample]) -> String {
      SampleSource(SampleProgram(blocks)).relativeText
    }
    func block(_ lines: [String], from number: Int) -> Sample {
      let range = SourceRange(at: SourcePosition(line: number - 1, column: 1))
      return Sample(
        id: SampleID(file: "page.md", name: "\(number)"), file: "page.md", range: range,
        lines: lines.enumerated().map { .init(text: $1, number: number + $0, removedColumns: 0) },
        mode: .run, expectation: .success, timeout: 10, fixtures: [], language: .shell)
    }
    let one = text([block(["echo a", "next block", "echo b"], from: 2)])
    let two = text([block(["echo a"], from: 2), block(["echo b"], from: 4)])
    #expect(one != two)
  }

  /// - Parameters:
  ///   - request: what a sample at the lines 12 and 13 asked a server.
  ///   - isMovable: whether it would have asked the same elsewhere.
  @Test(arguments: [
    (Transcript.Request.sent("PUT /db/doc", body: #"{"line": 12}"#), false),
    (.sent("GET /db/doc?line=13"), false),
    (.sent("PUT /db/doc", body: #"{"line": 14}"#), true),
    (.sent("PUT /db/doc", fields: [.init(name: "Content-Length", value: "12")]), true),
    (.sent("PUT /db/doc", fields: [.init(name: "X-Line", value: "12")]), false),
  ])
  func whatASampleAsksMayTellItsLines(_ request: Transcript.Request, isMovable: Bool) {
    let page = String(repeating: "\n", count: 10) + "```swift runnable\nask()\nask()\n```\n"
    let source = SampleSource(SampleProgram(samples(page)))
    let run = SampleRun(
      ending: .exited(0), output: "", errorOutput: "",
      transcripts: [Transcript([.init(request: request, start: 0)])],
      firstLine: 12)
    #expect(run.isIndependentOfPosition(source) == isMovable)
  }
}

extension Transcript.Request {
  fileprivate static func sent(
    _ line: String, fields: [Transcript.Field] = [], body: String = ""
  ) -> Transcript.Request {
    let parts = line.split(separator: " ").map(String.init)
    return Transcript.Request(
      number: 1, client: "Sample", server: "Gateway", method: parts[0], target: parts[1],
      fields: fields, body: .text(body))
  }
}

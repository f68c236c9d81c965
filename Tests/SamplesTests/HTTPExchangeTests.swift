import DocModel
import JSON
import Testing

@testable import Samples

/// What a page shows of a run's report.
@Suite struct HTTPExchangeTests {
  private func labels(_ report: String) -> [String] {
    HTTPExchange(report: report).blocks.flatMap(\.messages).map {
      "\($0.sender)>\($0.receiver) \($0.label)"
    }
  }

  @Test func whatAServerAsksMeanwhileLiesInside() {
    let report =
      "port 1 2\n" + request(1, "GET /a?x=1") + request(2, "GET /keys", from: "Gateway", to: "Op")
      + answer(2, 200) + answer(1, 404) + request(3, "GET /b") + "answer {\"numb"
    #expect(
      labels(report) == [
        "Sample>Gateway GET /a", "Gateway>Op GET /keys", "Op>Gateway 200 OK",
        "Gateway>Sample 404 Not Found", "Sample>Gateway GET /b",
      ])
  }

  /// What a server asks belongs to the block that asked it, and so does a late answer.
  @Test func eachBlockHasWhatItAsked() {
    let report =
      request(1, "GET /a") + answer(1, 200) + request(2, "GET /wait") + "block 1\nblock 1\n"
      + "block 2\n"
      + request(3, "GET /keys", from: "Gateway", to: "Op") + answer(3, 200) + answer(2, 200)
      + request(4, "PUT /b") + answer(4, 201)
    let blocks = HTTPExchange(report: report).blocks.map { $0.messages.map(\.label) }
    #expect(
      blocks == [
        ["GET /a", "200 OK", "GET /wait", "GET /keys", "200 OK", "200 OK"], [],
        ["PUT /b", "201 Created"],
      ])
  }

  /// A run whose output and whose report tell of different blocks shows everything at its end.
  @Test func blocksThatDoNotFitAreOne() {
    let blocks = HTTPExchange(report: request(1, "GET /a") + "block 1\n" + request(2, "GET /b"))
      .blocks
    var run = SampleRun(
      ending: .exited(0), output: "one\u{0}docgen-block 1\ntwo", errorOutput: "",
      isLinkedAlone: false,
      firstLine: 1)
    run.exchanges = blocks
    #expect(run.exchangesByBlock.map { $0.messages.map(\.label) } == [["GET /a"], ["GET /b"]])
    run.exchanges.removeFirst()
    #expect(run.exchangesByBlock.map { $0.messages.map(\.label) } == [[], ["GET /b"]])
  }

  /// A client that gives up a call and sends the next waits for neither.
  @Test func whatIsGivenUpComesBeforeTheNext() {
    let both = "came 1\ncame 2\n"
    let rest =
      request(1, "GET /b") + answer(1, 200) + request(2, "GET /a") + answer(2, 200)
    #expect(
      HTTPExchange(report: "came 1\ngone 1\ncame 2\n" + rest).blocks[0].messages.map(\.label)
        == ["GET /b", "200 OK", "GET /a", "200 OK"])
    #expect(
      HTTPExchange(report: both + "gone 1\n" + rest).blocks[0].messages.map(\.label)
        == ["GET /a", "200 OK", "GET /b", "200 OK"])
  }

  /// What has come is one with what came before the servers turned to the next.
  @Test func whatComesBetweenTwoTurnsComesAtOnce() {
    let orders = ["came 2\n" + answer(1, 200), answer(1, 200) + "came 2\n"].map { middle in
      "came 1\n" + request(1, "GET /a") + middle + "came 3\n" + request(2, "PUT /b")
        + answer(2, 201) + request(3, "PUT /c") + answer(3, 201) + "came 4\n"
    }
    for order in orders {
      #expect(
        labels(order).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
          "GET /a", "200 OK", "PUT /b", "201 Created", "PUT /c", "201 Created",
        ])
    }
  }

  /// Each with the block in which it came; one that only came is of a run that had ended.
  @Test func furtherRequestsAreCounted() {
    let report =
      "came 1\n" + request(1, "GET /a") + answer(1, 200)
      + "further 2\ncame 3\nblock 1\nfurther 3\nfurther 4\ncame 5\n"
    let blocks = HTTPExchange(report: report).blocks
    #expect(blocks.map(\.furtherRequestCount) == [2, 1])
    #expect(blocks[0].messages.count == 2)
    #expect(SampleExchange(joining: blocks).furtherRequestCount == 3)
  }

  @Test func knowsWhereLuckDecided() {
    let report =
      "came 1\n" + request(1, "GET /a") + "block 1\n" + request(2, "GET /b") + "unordered\nended\n"
    let blocks = HTTPExchange(report: report).blocks
    #expect(blocks.map(\.isUnordered) == [false, true])
    #expect(SampleExchange(joining: blocks).isUnordered)
  }

  /// Of a run that ended without coming to rest, what was open might have come further.
  @Test(arguments: [
    ("", false), ("ended\n", false), ("came 2\n", true), ("came 2\nended\n", false),
    (request(2, "GET /b"), true), (request(2, "GET /b") + "ended\n", false),
    (request(2, "GET /b") + answer(2, 200), false),
  ]) func whatACrashLeavesOpenIsLuck(_ rest: String, _ isUnordered: Bool) {
    let report = request(1, "GET /a") + answer(1, 200) + "block 1\n" + rest
    let blocks = HTTPExchange(report: report).blocks
    #expect(blocks.map(\.isUnordered) == [false, isUnordered])
  }

  /// Who was faster is no matter of the page.
  @Test func callsThatOverlapComeInOneOrder() {
    let (get, put, post) = (request(1, "GET /w"), request(2, "PUT /d"), request(3, "POST /e"))
    let orders = [
      get + put + answer(2, 201) + answer(1, 200) + post + answer(3, 200),
      put + get + answer(1, 200) + answer(2, 201) + post + answer(3, 200),
      put + get + answer(2, 201) + answer(1, 200) + post + answer(3, 200),
    ]
    for order in orders {
      #expect(
        labels(order) == [
          "Sample>Gateway GET /w", "Sample>Gateway PUT /d", "Gateway>Sample 201 Created",
          "Gateway>Sample 200 OK", "Sample>Gateway POST /e", "Gateway>Sample 200 OK",
        ])
    }
  }

  /// They are let in one at a time, so that each has its answer before the next.
  @Test func callsThatCameAtOnceFollowEachOther() {
    let came = "came 1\ncame 2\ncame 3\n"
    let (one, two) = (request(1, "PUT /a") + answer(1, 201), request(2, "PUT /b") + answer(2, 201))
    let wait = request(3, "GET /_changes")
    for order in [wait + one + two, wait + two + one] {
      #expect(
        labels(came + order + answer(3, 200)).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
          "GET /_changes", "PUT /a", "201 Created", "PUT /b", "201 Created", "200 OK",
        ])
    }
  }

  @Test func oneWaitHoldsWhatComesMeanwhileInItsOrder() {
    let report =
      request(1, "GET /_changes") + request(2, "PUT /b") + answer(2, 201) + request(3, "PUT /a")
      + answer(3, 201) + answer(1, 200)
    #expect(
      labels(report).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "GET /_changes", "PUT /b", "201 Created", "PUT /a", "201 Created", "200 OK",
      ])
  }

  @Test func severalPortsAreTold() {
    let report =
      request(1, "GET /a", fields: [("Host", "127.0.0.1:4984")]) + answer(1, 200)
      + request(2, "PUT /b", fields: [("Host", "127.0.0.1:4985")]) + answer(2, 201)
    #expect(labels(report)[0] == "Sample>Gateway GET :4984/a")
    #expect(labels(report)[2] == "Sample>Gateway PUT :4985/b")
  }

  @Test func garbageIsPassedOver() {
    let report = "request {}\nrequest [1]\nanswer {\"number\":7}\nrequest \u{FFFD}\nanswer\n\n"
    #expect(HTTPExchange(report: report).blocks == [SampleExchange()])
  }
}

import DocgenClocks
import DocgenJSON
import Foundation
import Testing

@testable import SyncClient

/// The parts that decide without doing anything.
struct PlanningTests {
  @Test func waitsDoubleUpToALimit() {
    let policy = RetryPolicy(first: .seconds(1), longest: .seconds(60), attempts: 3)
    let waits = (1...9).map { policy.delay(before: $0, jitter: 0) }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    #expect(policy.delay(before: 1_000_000, jitter: 0) == .seconds(60))
    #expect(policy.delay(before: 3, jitter: 255) == .seconds(2))
    let none = RetryPolicy(first: .zero, longest: .seconds(1))
    #expect(none.delay(before: 50, jitter: 9) == .zero)
  }

  @Test func onlyWhatMayPassIsTriedAgain() {
    var plan = RetryPlan(RetryPolicy(attempts: 2))
    func decision(_ error: SyncError) -> RetryPlan.Decision { plan.failed(error, jitter: 0) }
    #expect(decision(.http(status: 401, reason: "")) == .giveUp)
    #expect(decision(.login(.cancelled)) == .giveUp)
    #expect(decision(.database(.notAnObject)) == .giveUp)
    #expect(decision(.offline("")) == .tryAgain(after: .seconds(1)))
    #expect(decision(.http(status: 503, reason: "")) == .tryAgain(after: .seconds(2)))
    plan.succeeded()
    #expect(decision(.offline("")) == .tryAgain(after: .seconds(1)))
    #expect(decision(.offline("")) == .tryAgain(after: .seconds(2)))
    #expect(decision(.offline("")) == .giveUp)
  }

  @Test func checkpointsBeginWhereBothSidesAgree() {
    let local = ["30", "20", "10"]
    func place(_ remote: JSONObject?) -> String? {
      Checkpoint(local: local, remote: remote).position
    }
    #expect(place(["lastSequence": "30", "_rev": "0-3"]) == "30")
    // The gateway's answer to the last one was lost, or it was set back a little.
    #expect(place(["lastSequence": "20"]) == "20")
    // One side knows nothing of the other's.
    #expect(place(["lastSequence": "40"]) == nil)
    #expect(place(nil) == nil)
    #expect(Checkpoint(local: [], remote: ["lastSequence": "30"]).position == nil)
    var checkpoint = Checkpoint(local: local, remote: ["lastSequence": "20", "_rev": "0-7"])
    func advance(to place: String) -> Bool { checkpoint.advance(to: place) }
    #expect(advance(to: "35:12"))
    #expect(!advance(to: "35:12"))
    #expect(checkpoint.positions == ["35:12", "20", "10"])
    #expect(checkpoint.remote == ["lastSequence": "35:12", "_rev": "0-7"])
    for place in 100..<200 { _ = checkpoint.advance(to: "\(place)") }
    #expect(checkpoint.positions.count == Checkpoint.limit)
  }

  @Test func whateverLeadsToOtherDocumentsHasACheckpointOfItsOwn() {
    func id(
      _ user: String? = "a", _ direction: Replication.Direction = .pull,
      _ channels: [String]? = nil, url: String = "http://h/db", hasFilter: Bool = false
    ) -> String {
      Checkpoint.id(
        database: "x", gateway: url, user: user, direction: direction, channels: channels,
        hasFilter: hasFilter)
    }
    let ids = [
      id(), id(nil), id("b"), id("a", .push), id("a", .pull, ["c"]), id(url: "http://h/db2"),
      id("a", .push, hasFilter: true),
    ]
    #expect(Set(ids).count == ids.count)
    #expect(id("a", .pull, ["x", "y"]) == id("a", .pull, ["y", "x"]))
    for id in ids {
      #expect(UUID(uuidString: String(id.dropFirst(5))) != nil && id.hasPrefix("sync-"), "\(id)")
    }
  }

  @Test func portionsCoverEverythingInOrder() {
    #expect(Array(0..<7).batches(of: 3).map(Array.init) == [[0, 1, 2], [3, 4, 5], [6]])
    #expect([Int]().batches(of: 3).isEmpty)
    let sizes = [3, 3, 3, 20, 1, 1]
    #expect(sizes.batches(upTo: 6) { $0 }.map(Array.init) == [[3, 3], [3], [20], [1, 1]])
  }

  @Test func changesThatAreAboutNoDocumentAreLeftOut() throws {
    let page = try ChangesPage(
      try JSONParser.parse(
        """
        {"results":[
        {"seq":1,"id":"_user/alice","changes":[]},
        {"seq":"5:2","id":"a","changes":[{"rev":"1-a"},{"rev":"2-b"}]},
        {"seq":6,"id":"b","removed":["x"],"changes":[{"rev":"3-c"}]},
        {"seq":7,"id":"a","changes":[{"rev":"2-b"},{"rev":"nonsense"}]}
        ],"last_seq":"7"}
        """))
    #expect(page.rowCount == 4)
    #expect(page.lastSequence == "7")
    #expect(
      PullPass.wanted(in: page).map { "\($0.document) \($0.revision) \($0.isRemoved)" } == [
        "a 1-a false", "a 2-b false", "b 3-c true",
      ])
  }

  @Test(arguments: ["{}", "[]", #"{"results": 1}"#, #"{"results": []}"#])
  func whatIsNoChangesAnswer(_ text: String) throws {
    let json = try JSONParser.parse(text)
    #expect(throws: SyncError.self) { try ChangesPage(json) }
  }

  @Test func cookiesAreReadApartAlsoWhenJoined() throws {
    let answer = GatewayResponse(
      status: 200,
      headers: [
        (
          "set-cookie",
          "sg-oidc-state=; Path=/db; Max-Age=0, SyncGatewaySession=abc; Path=/db; "
            + "Expires=Wed, 18 May 2033 04:33:20 GMT"
        ),
        ("Set-Cookie", "x=\"y=z\""), ("Date", "Wed, 18 May 2033 03:33:20 GMT"),
      ])
    #expect(SetCookie.all(in: answer).map(\.name) == ["sg-oidc-state", "SyncGatewaySession", "x"])
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_000))
    let endpoint = GatewayEndpoint(
      database: try #require(URL(string: "http://h/db")), clock: clock
    ) { _ in answer }
    let session = try #require(endpoint.session(in: answer, id: nil))
    #expect(session.id == "abc")
    // An hour, by whatever clock the device has.
    #expect(session.expires == Date(timeIntervalSince1970: 4_600))
    #expect(endpoint.session(in: answer, id: "other") == nil)
  }

  @Test func pathsAreEscaped() throws {
    let database = try #require(URL(string: "http://h:4984/db"))
    let request = GatewayRequest("GET", "a/b %é", "x").query("q", value: "a+b&c")
    // The gateway decodes twice: what is an escape itself is escaped again.
    #expect(
      request.url(below: database)?.absoluteString
        == "http://h:4984/db/a%2Fb%20%2525%C3%A9/x?q=a%2Bb%26c")
  }

  @Test func tokensAreHeldAgainstTheClock() {
    // {"exp":2000000000}
    let token = "e30.eyJleHAiOjIwMDAwMDAwMDB9.x"
    #expect(IDTokenAuthenticator.isFresh(token, at: Date(timeIntervalSince1970: 1_999_999_999)))
    #expect(!IDTokenAuthenticator.isFresh(token, at: Date(timeIntervalSince1970: 2_000_000_000)))
    #expect(IDTokenAuthenticator.isFresh("opaque", at: .distantFuture))
  }
}

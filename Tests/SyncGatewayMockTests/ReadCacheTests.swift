import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Testing

/// A change removes outdated values from the cache, whichever request caused it.
@Suite(.fewAtOnce) struct ReadCacheTests {
  @Test func documentsAreNeverStale() async throws {
    try await GatewayHarness.run { (call) async throws in
      let first = try await call("PUT", "/db/doc", as: "alice", #"{"n": 1, "channels": ["a"]}"#)
      let revision = try #require(first.json?["rev"]?.string)
      #expect(try await call("GET", "/db/doc", as: "alice").json?["n"] == 1)
      // Refused and rolled back, so the cached values remain valid.
      let refused = try await call("PUT", "/db/doc", as: "alice", #"{"n": 3, "_other": 1}"#)
      #expect(refused.status == 409)
      let bad = #"{"n": 3, "_rev": "\#(revision)", "_other": 1}"#
      #expect(try await call("PUT", "/db/doc", as: "alice", bad).status == 400)
      #expect(try await call("GET", "/db/doc", as: "alice").json?["n"] == 1)
      let moved = #"{"n": 2, "_rev": "\#(revision)", "channels": ["b"]}"#
      #expect(try await call("PUT", "/db/doc", as: "alice", moved).status == 201)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 403)
      #expect(try await call("GET", "/db/doc", as: "bob").json?["n"] == 2)
      #expect(try await call.admin("POST", "/db/_purge", #"{"doc": ["*"]}"#).status == 200)
      #expect(try await call("GET", "/db/doc", as: "bob").status == 404)
    }
  }

  /// Readers of a document over the cache's limit share one response; it is never stale either.
  @Test func largeDocumentsAreNeverStale() async throws {
    try await GatewayHarness.run { (call) async throws in
      let text = String(repeating: "x", count: 100_000)
      func body(_ number: Int, _ channel: String, _ revision: String?) -> String {
        let parent = revision.map { #", "_rev": "\#($0)""# } ?? ""
        return #"{"n": \#(number), "text": "\#(text)", "channels": ["\#(channel)"]\#(parent)}"#
      }
      let first = try await call("PUT", "/db/doc", as: "alice", body(1, "a", nil))
      for _ in 0..<2 {
        #expect(try await call("GET", "/db/doc", as: "alice").json?["n"] == 1)
        #expect(try await call("GET", "/db/doc", as: "bob").status == 403)
      }
      let moved = body(2, "b", try #require(first.json?["rev"]?.string))
      #expect(try await call("PUT", "/db/doc", as: "alice", moved).status == 201)
      for _ in 0..<2 {
        #expect(try await call("GET", "/db/doc", as: "alice").status == 403)
        #expect(try await call("GET", "/db/doc", as: "bob").json?["n"] == 2)
      }
      #expect(try await call.admin("POST", "/db/_purge", #"{"doc": ["*"]}"#).status == 200)
      #expect(try await call("GET", "/db/doc", as: "bob").status == 404)
    }
  }

  @Test func documentsExpireAlthoughTheyAreKnown() async throws {
    try await GatewayHarness.run { (call) async throws in
      for (id, seconds) in [("first", 60), ("second", 120)] {
        let body = #"{"_exp": \#(seconds), "channels": ["a"]}"#
        #expect(try await call("PUT", "/db/\(id)", as: "alice", body).status == 201)
        #expect(try await call("GET", "/db/\(id)", as: "alice").status == 200)
      }
      call.clock.advance(by: .seconds(61))
      #expect(try await call("GET", "/db/first", as: "alice").status == 404)
      #expect(try await call("GET", "/db/second", as: "alice").status == 200)
      call.clock.advance(by: .seconds(61))
      #expect(try await call("GET", "/db/second", as: "alice").status == 404)
    }
  }

  @Test func usersAreNeverStale() async throws {
    let sync = #""sync": "function(doc) { channel(doc.in); access(doc.who, doc.what); }""#
    try await GatewayHarness.run("\(sync), \(GatewayHarness.users)") { (call) async throws in
      #expect(try await call.admin("PUT", "/db/doc", #"{"in": "x"}"#).status == 201)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 403)
      let grant = #"{"who": "alice", "what": "x"}"#
      let granted = try await call.admin("PUT", "/db/grant", grant)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 200)
      let revision = try #require(granted.json?["rev"]?.string)
      #expect(try await call.admin("DELETE", "/db/grant?rev=\(revision)").status == 200)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 403)
      #expect(
        try await call.admin("PUT", "/db/_user/alice", #"{"password": "other"}"#).status == 200)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 401)
      #expect(try await call.admin("DELETE", "/db/_user/bob").status == 200)
      #expect(try await call("GET", "/db/doc", as: "bob").status == 401)
    }
  }
}

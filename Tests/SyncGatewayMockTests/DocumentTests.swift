import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct DocumentTests {
  private let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#

  @Test("section 6, rev id: {} → 1-ca9ad22802b66f662ff171f226211d5c") func revisionIDOfAnEmptyBody()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let reply = try await call("PUT", "/db/doc", "{}")
      #expect(reply.status == 201)
      let revision = "1-ca9ad22802b66f662ff171f226211d5c"
      #expect(reply.text == "{\"id\":\"doc\",\"ok\":true,\"rev\":\"\(revision)\"}")
      #expect(reply["Etag"] == "\"\(revision)\"")
    }
  }

  @Test("section 6, rev id: parent, sorted keys, Go escapes")
  func revisionIDsDependOnParentAndSortedBody() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let first = try await call("PUT", "/db/a", #"{"b":1,"a":"<&>/"}"#)
      let same = try await call("PUT", "/db/b", #"{"a":"<&>/", "b":1, "_id":"b"}"#)
      #expect(first.json?["rev"] == same.json?["rev"])
      let rev = try #require(first.json?["rev"]?.string)
      let second = try await call("PUT", "/db/a?rev=\(rev)", #"{"b":1,"a":"<&>/"}"#)
      #expect(second.json?["rev"]?.string?.hasPrefix("2-") == true)
    }
  }

  @Test("section 6: PUT doc → 201, GET → 200, DELETE → 200, 404 \"deleted\"") func putGetDelete()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let first = try #require(try await call("PUT", "/db/doc", #"{"x":1}"#).json?["rev"]?.string)
      let got = try await call("GET", "/db/doc")
      #expect(got.text == "{\"_id\":\"doc\",\"_rev\":\"\(first)\",\"x\":1}")
      #expect(got["Etag"] == "\"\(first)\"")
      let gone = try await call("DELETE", "/db/doc", headers: ["If-Match": first])
      #expect(gone.status == 200)
      let deleted = try await call("GET", "/db/doc")
      #expect(deleted.status == 404)
      #expect(deleted.reason == "deleted")
      let tombstone = try #require(gone.json?["rev"]?.string)
      let shown = try await call("GET", "/db/doc?rev=\(tombstone)")
      #expect(shown.json?["_deleted"] == true)
      // A tombstone can be replaced without naming its revision.
      let again = try await call("PUT", "/db/doc", "{}")
      #expect(again.json?["rev"]?.string?.hasPrefix("3-") == true)
    }
  }

  @Test("section 6: conflict → 409 \"Document exists\" / \"Document revision conflict\"")
  func conflicts() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let first = try #require(try await call("PUT", "/db/doc", #"{"x":1}"#).json?["rev"]?.string)
      let exists = try await call("PUT", "/db/doc", "{}")
      #expect(exists.status == 409)
      #expect(exists.text == #"{"error":"conflict","reason":"Document exists"}"#)
      #expect(try await call("PUT", "/db/doc?rev=\(first)", #"{"x":2}"#).status == 201)
      let conflict = try await call("PUT", "/db/doc", "{\"_rev\":\"\(first)\"}")
      #expect(conflict.status == 409)
      #expect(conflict.reason == "Document revision conflict")
      #expect(try await call("PUT", "/db/doc?rev=bad", "{}").status == 400)
      #expect(try await call("DELETE", "/db/doc").status == 409)
    }
  }

  @Test("section 6: DELETE of a nonexistent doc → 200 tombstone")
  func deletingWhatIsNotThereMakesATombstone() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let reply = try await call("DELETE", "/db/nosuch")
      #expect(reply.status == 200)
      #expect(reply.json?["rev"]?.string?.hasPrefix("1-") == true)
    }
  }

  @Test("section 6: POST /db/ → 200, `Location`; body `_rev` → 404") func postToTheDatabase()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let reply = try await call("POST", "/db/", #"{"x":1}"#)
      #expect(reply.status == 200)
      let id = try #require(reply.json?["id"]?.string)
      #expect(id.count == 32)
      #expect(reply["Location"] == id)
      #expect(try await call("POST", "/db/", #"{"_id":"mine"}"#).json?["id"] == "mine")
      #expect(try await call("POST", "/db/", #"{"_rev":"1-a"}"#).status == 404)
    }
  }

  @Test("section 6: user `_x` property → 400, and other bad bodies") func badBodies() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      #expect(try await call("PUT", "/db/doc", "null").reason == "Document body is empty")
      #expect(try await call("PUT", "/db/doc", "[]").reason == "Bad JSON")
      let special = try await call("PUT", "/db/doc", #"{"_mine":1}"#)
      #expect(special.status == 400)
      #expect(special.reason?.hasPrefix("user defined top level properties") == true)
      #expect(try await call("PUT", "/db/doc", #"{"_removed":true}"#).status == 404)
      #expect(try await call("PUT", "/db/doc", #"{"channels":"a,b"}"#).status == 400)
      #expect(try await call("GET", "/db/doc").status == 404)
    }
  }

  @Test("section 6: GET without access → 403, GET ?rev= without access → 200 _removed")
  func readingNeedsAChannel() async throws {
    try await GatewayHarness.run { (call) async throws in
      // Writing doesn't require access.
      let reply = try await call("PUT", "/db/doc", as: "bob", #"{"channels":["a"]}"#)
      #expect(reply.status == 201)
      let rev = try #require(reply.json?["rev"]?.string)
      #expect(try await call("GET", "/db/doc", as: "alice").status == 200)
      let refused = try await call("GET", "/db/doc", as: "bob")
      #expect(refused.status == 403)
      #expect(refused.reason == "forbidden")
      let removed = try await call("GET", "/db/doc?rev=\(rev)", as: "bob")
      #expect(removed.text == "{\"_id\":\"doc\",\"_removed\":true,\"_rev\":\"\(rev)\"}")
      #expect(try await call.admin("GET", "/db/doc").status == 200)
      #expect(try await call.gateway.document("doc", in: "db")?["channels"] == ["a"])
    }
  }

  @Test("section 7: `!` is readable by all, a doc in no channel only via `*`")
  func theExclamationMarkIsEverybodysAndNoChannelNeedsTheStar() async throws {
    try await GatewayHarness.run { (call) async throws in
      _ = try await call.admin("PUT", "/db/public", #"{"channels":"!"}"#)
      _ = try await call.admin("PUT", "/db/none", "{}")
      _ = try await call.admin("PUT", "/db/_user/bob", #"{"admin_channels":["*"]}"#)
      #expect(try await call("GET", "/db/public", as: "alice").status == 200)
      #expect(try await call("GET", "/db/none", as: "alice").status == 403)
      #expect(try await call("GET", "/db/none", as: "bob").status == 200)
    }
  }

  @Test("section 6: new_edits=false takes _revisions or _rev") func newEditsFalseTakesAHistory()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let body = #"{"_revisions":{"start":3,"ids":["c","b","a"]},"x":1}"#
      let reply = try await call("PUT", "/db/doc?new_edits=false", body)
      #expect(reply.status == 201)
      #expect(reply.json?["rev"] == "3-c")
      let history = try await call("GET", "/db/doc?revs=true")
      #expect(history.json?["_revisions"] == ["start": 3, "ids": ["c", "b", "a"]])
      // A conflicting revision of the same generation: the greater digest wins.
      let other = #"{"_revisions":{"start":3,"ids":["z","b"]},"x":2}"#
      #expect(try await call("PUT", "/db/doc?new_edits=false", other).status == 201)
      #expect(try await call("GET", "/db/doc").json?["x"] == 2)
      let leaves = try await call(
        "GET", "/db/doc?open_revs=all", headers: ["Accept": "application/json"])
      #expect(leaves.json?.array?.compactMap { $0["ok"]?["_rev"] } == ["3-z", "3-c"])
      let some = try await call(
        "GET", "/db/doc?open_revs=%5B%223-c%22,%229-x%22%5D",
        headers: ["Accept": "application/json"])
      #expect(some.json?.array?[1] == ["missing": "9-x"])
      let parts = try await call("GET", "/db/doc?open_revs=all")
      #expect(parts["Content-Type"]?.hasPrefix("multipart/mixed; boundary=") == true)
      #expect(try await call("PUT", "/db/doc?new_edits=false", "{}").reason == "Bad _revisions")
    }
  }

  @Test("replaced bodies are kept for five minutes") func replacedBodiesAreKeptForFiveMinutes()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let first = try #require(try await call("PUT", "/db/doc", #"{"x":1}"#).json?["rev"]?.string)
      _ = try await call("PUT", "/db/doc?rev=\(first)", #"{"x":2}"#)
      #expect(try await call("GET", "/db/doc?rev=\(first)").json?["x"] == 1)
      call.clock.advance(by: .seconds(301))
      #expect(try await call("GET", "/db/doc?rev=\(first)").status == 404)
      #expect(try await call("GET", "/db/doc").json?["x"] == 2)
    }
  }

  @Test("section 6, attachments: inline Base64 becomes a stub") func inlineAttachmentsBecomeStubs()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let body = #"{"_attachments":{"a.txt":{"content_type":"text/plain","data":"aGVsbG8="}}}"#
      #expect(try await call("PUT", "/db/doc", body).status == 201)
      let stub = try await call("GET", "/db/doc").json?["_attachments"]?["a.txt"]
      #expect(
        stub == [
          "content_type": "text/plain", "digest": "sha1-qvTGHdzF6KLavt4PO0gs2a6pQ00=", "length": 5,
          "revpos": 1, "stub": true,
        ])
      let full = try await call(
        "GET", "/db/doc?attachments=true", headers: ["Accept": "application/json"])
      #expect(full.json?["_attachments"]?["a.txt"]?["data"] == "aGVsbG8=")
    }
  }

  @Test("documents expire on the clock (`_exp`)") func documentsExpire() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/soon", #"{"_exp":60}"#)
      _ = try await call("PUT", "/db/late", #"{"_exp":"2033-05-18T03:35:20Z"}"#)
      let shown = try await call("GET", "/db/soon?show_exp=true")
      #expect(shown.json?["_exp"] == "2033-05-18T03:34:20Z")
      #expect(try await call("GET", "/db/soon").json?["_exp"] == nil)
      #expect(try await call("PUT", "/db/bad", #"{"_exp":"x"}"#).status == 400)
      call.clock.advance(by: .seconds(61))
      let gone = try await call("GET", "/db/soon")
      #expect(gone.reason == "missing")
      #expect(try await call("GET", "/db/_all_docs").json?["total_rows"] == 1)
      call.clock.advance(by: .seconds(61))
      #expect(try await call("GET", "/db/late").status == 404)
    }
  }

  @Test func seededDocumentsAreServed() async throws {
    try await GatewayHarness.run { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "seed", in: "db")
      #expect(try await call("GET", "/db/seed", as: "alice").status == 200)
      await #expect(throws: (any Error).self) {
        try await call.gateway.put([:], id: "seed", in: "db")
      }
      #expect(try await call.gateway.document("nosuch", in: "db") == nil)
    }
  }
}

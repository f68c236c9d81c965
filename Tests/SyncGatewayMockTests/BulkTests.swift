import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

@Suite(.fewAtOnce) struct BulkTests {
  private let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#

  @Test("section 6: _all_docs rows; inaccessible skipped, with keys \"forbidden\"/\"not_found\"")
  func allDocuments() async throws {
    try await GatewayHarness.run { (call) async throws in
      for (id, channel) in [("d1", "a"), ("d2", "b"), ("d3", "a")] {
        try await call.gateway.put(["channels": .array([.string(channel)])], id: id, in: "db")
      }
      let alice = try await call("GET", "/db/_all_docs", as: "alice")
      #expect(alice.json?["rows"]?.array?.compactMap { $0["id"]?.string } == ["d1", "d3"])
      #expect(alice.json?["total_rows"] == 2)
      #expect(alice.json?["update_seq"] == 6)
      let row = alice.json?["rows"]?.array?[0].object
      #expect(row?.keys == ["key", "id", "value"])
      let keys = try await call(
        "POST", "/db/_all_docs?include_docs=true", as: "alice", #"{"keys":["d1","d2","x"]}"#)
      let rows = try #require(keys.json?["rows"]?.array)
      #expect(rows[0]["doc"]?["_id"] == "d1")
      #expect(rows[1] == ["key": "d2", "error": "forbidden", "status": 403])
      #expect(rows[2] == ["key": "x", "error": "not_found", "status": 404])
      #expect(try await call("POST", "/db/_all_docs", as: "alice", "{}").status == 400)
    }
  }

  @Test("section 6: _bulk_docs → 201, rows without ok, _local/ last") func bulkDocs() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/old", "{}")
      let body = #"{"docs":[{"_id":"_local/c"},{"_id":"old","x":1},{"_id":"new"},{"_rev":"1-a"}]}"#
      let reply = try await call("POST", "/db/_bulk_docs", body)
      #expect(reply.status == 201)
      let rows = try #require(reply.json?.array)
      #expect(
        rows[0] == [
          "id": "old", "error": "conflict", "reason": "Document exists", "status": 409,
        ])
      #expect(rows[1].object?.keys == ["id", "rev"])
      #expect(rows[2]["status"] == 404)
      #expect(rows[3] == ["id": "_local/c", "rev": "0-1"])
      let edits =
        #"{"new_edits":false,"docs":[{"_id":"r","_revisions":{"start":2,"ids":["b","a"]}}]}"#
      let replicated = try await call("POST", "/db/_bulk_docs", edits)
      #expect(replicated.json == [["id": "r", "rev": "2-b"]])
      #expect(try await call("POST", "/db/_bulk_docs", "{}").reason == "missing 'docs' property")
    }
  }

  @Test(
    "a document of _bulk_docs sees what the ones before it have granted",
    arguments: Profile.allCases)
  func bulkDocsSeeGrants(_ profile: Profile) async throws {
    let sync = """
      function (doc) {
        if (doc.type == "group") { access(doc.owner, doc.channel); role(doc.owner, "role:editor"); }
        else { requireAccess(doc.channel); requireRole("editor"); }
        channel(doc.channel);
      }
      """
    let database = "\"sync\": `\(sync)`, \"roles\": {\"editor\": {}}, " + GatewayHarness.users
    let docs = #"""
      {"new_edits": EDITS, "docs": [
        {"_id": "early", "_rev": "1-a", "channel": "g"},
        {"_id": "group", "_rev": "1-a", "type": "group", "owner": "alice", "channel": "g"},
        {"_id": "item", "_rev": "1-a", "channel": "g"}]}
      """#
    for isNew in [true, false] {
      try await GatewayHarness.run(database, profile: profile) { (call) async throws in
        var body = docs.replacing("EDITS", with: "\(isNew)")
        if isNew { body = body.replacing(#" "_rev": "1-a","#, with: "") }
        let rows = try await call("POST", "/db/_bulk_docs", as: "alice", body).json?.array
        #expect(rows?.map { $0["status"] } == [403, nil, nil])
        #expect(try await call("GET", "/db/item", as: "alice").status == 200)
      }
    }
  }

  @Test("conflicts=true lists the losers that the reader may read; doc_count counts documents")
  func conflictsAndCount() async throws {
    try await GatewayHarness.run { (call) async throws in
      for (revision, channel) in [("1-c", "a"), ("1-b", "a"), ("1-a", "b")] {
        let body = #"{"_rev": "\#(revision)", "channels": ["\#(channel)"]}"#
        #expect(try await call.admin("PUT", "/db/doc?new_edits=false", body).status == 201)
      }
      #expect(try await call("GET", "/db/doc", as: "alice").json?["_conflicts"] == nil)
      let mine = try await call("GET", "/db/doc?conflicts=true", as: "alice")
      #expect(mine.json?["_conflicts"] == ["1-b"])
      let all = try await call.admin("GET", "/db/doc?conflicts=true")
      #expect(all.json?["_conflicts"] == ["1-b", "1-a"])
      let rows = try await call.admin("GET", "/db/_all_docs?include_docs=true&conflicts=true")
      #expect(rows.json?["rows"]?.array?.first?["doc"]?["_conflicts"] == ["1-b", "1-a"])
      #expect(try await call.admin("DELETE", "/db/doc?rev=1-b").status == 200)
      let later = try await call("GET", "/db/doc?conflicts=true", as: "alice")
      #expect(later.json?["_conflicts"] == nil)
      #expect(try await call("GET", "/db/", as: "alice").json?["doc_count"] == 1)
      for revision in ["1-c", "1-a"] {
        _ = try await call.admin("DELETE", "/db/doc?rev=\(revision)")
      }
      #expect(try await call("GET", "/db/", as: "alice").json?["doc_count"] == 0)
    }
  }

  @Test("section 6: _bulk_get is multipart/mixed only, JSON Accept gets 406")
  func bulkGetIsMultipartOnly() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/doc", "{}")
      let body = #"{"docs":[{"id":"doc"},{"id":"x"}]}"#
      let json = try await call(
        "POST", "/db/_bulk_get", body, headers: ["Accept": "application/json"])
      #expect(json.status == 406)
      let parts = try await call("POST", "/db/_bulk_get", body)
      #expect(parts["Content-Type"]?.hasPrefix("multipart/mixed; boundary=") == true)
      #expect(parts.text.contains(#""_id":"doc""#))
      #expect(parts.text.contains("Content-Type: application/json; error=\"true\""))
    }
  }

  @Test("section 6: _revs_diff → missing, possible_ancestors, known ids omitted") func revsDiff()
    async throws
  {
    try await GatewayHarness.run(open) { (call) async throws in
      let body = #"{"_revisions":{"start":2,"ids":["b","a"]}}"#
      _ = try await call("PUT", "/db/doc?new_edits=false", body)
      let asked = #"{"doc":["2-b","1-a"],"other":["1-x"]}"#
      let reply = try await call("POST", "/db/_revs_diff", asked)
      #expect(reply.json == ["other": ["missing": ["1-x"]]])
      let known = try await call("POST", "/db/_revs_diff", #"{"doc":["1-a","2-b"]}"#)
      #expect(known.text == "{}")
      let possible = try await call("POST", "/db/_revs_diff", #"{"doc":["3-c"]}"#)
      #expect(
        possible.json == ["doc": ["missing": ["3-c"], "possible_ancestors": ["2-b"]]])
    }
  }

  @Test("section 6: _local/x: revs 0-N, wrong rev 409") func localDocuments() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      #expect(try await call("GET", "/db/_local/c").status == 404)
      let first = try await call("PUT", "/db/_local/c", #"{"x":1}"#)
      #expect(first.status == 201)
      #expect(first.text == #"{"id":"_local/c","ok":true,"rev":"0-1"}"#)
      #expect(
        try await call("GET", "/db/_local/c").text == #"{"_id":"_local/c","_rev":"0-1","x":1}"#)
      #expect(try await call("PUT", "/db/_local/c", "{}").status == 409)
      #expect(try await call("PUT", "/db/_local/c", #"{"_rev":"0-1"}"#).json?["rev"] == "0-2")
      #expect(try await call("DELETE", "/db/_local/c?rev=0-1").status == 409)
      #expect(try await call("DELETE", "/db/_local/c?rev=0-2").status == 200)
      #expect(try await call("DELETE", "/db/_local/c?rev=0-2").status == 404)
    }
  }

  @Test("section 6: _ensure_full_commit → 201") func ensureFullCommit() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let reply = try await call("POST", "/db/_ensure_full_commit")
      #expect(reply.status == 201)
      #expect(reply.json?["ok"] == true)
    }
  }

  @Test("section 6, attachments: PUT doc/att?rev=, GET with digest Etag")
  func attachments() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let text = ["Content-Type": "text/plain"]
      let put = try await call("PUT", "/db/doc/a.txt", "hello", headers: text)
      #expect(put.status == 201)
      let get = try await call("GET", "/db/doc/a.txt")
      #expect(get.text == "hello")
      #expect(get["Content-Type"] == "text/plain")
      #expect(get["Etag"] == "\"sha1-qvTGHdzF6KLavt4PO0gs2a6pQ00=\"")
      #expect(try await call("GET", "/db/doc/b.txt").reason == "missing attachment b.txt")
      #expect(try await call("PUT", "/db/doc/b.txt", "x", headers: text).status == 409)
      // The other attachment remains a stub.
      let rev = try #require(put.json?["rev"]?.string)
      let more = try await call("PUT", "/db/doc/b.txt?rev=\(rev)", "x", headers: text)
      #expect(more.status == 201)
      let body = try await call("GET", "/db/doc")
      #expect(body.json?["_attachments"]?["a.txt"]?["revpos"] == 1)
      #expect(body.json?["_attachments"]?["b.txt"]?["revpos"] == 2)
    }
  }
}

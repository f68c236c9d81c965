import DocgenClocks
import DocgenJSON
import SyncGatewayMock
import Testing

/// More facts of section 6.
extension DocumentTests {
  private var everything: String { #""users": {"GUEST": {"admin_channels": ["*"]}}"# }

  private func put(
    _ call: GatewayHarness, _ start: Int, _ ids: [String], isDeleted: Bool = false
  ) async throws {
    let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
    let body = "{\"_deleted\":\(isDeleted),\"_revisions\":{\"start\":\(start),\"ids\":[\(list)]}}"
    #expect(try await call("PUT", "/db/d?new_edits=false", body).status == 201)
  }

  @Test("section 6: of conflicting revisions the longest branch wins, then the greater digest")
  func winners() async throws {
    try await GatewayHarness.run(everything) { (call) async throws in
      func winner() async throws -> String? {
        try await call("GET", "/db/d").json?["_rev"]?.string
      }
      try await put(call, 2, ["b", "a"])
      try await put(call, 2, ["c", "a"])
      #expect(try await winner() == "2-c")
      try await put(call, 3, ["x", "b", "a"])
      #expect(try await winner() == "3-x")
      // A deleted branch loses against one that isn't deleted, however long it is.
      try await put(call, 4, ["z", "x", "b", "a"], isDeleted: true)
      #expect(try await winner() == "2-c")
      let leaves = try await call(
        "GET", "/db/d?open_revs=all", headers: ["Accept": "application/json"])
      #expect(leaves.json?.array?.compactMap { $0["ok"]?["_rev"]?.string } == ["2-c", "4-z"])
      _ = try await call("DELETE", "/db/d?rev=2-c")
      #expect(try await call("GET", "/db/d").reason == "deleted")
      // A revision that is already stored changes nothing.
      let before = try await call.admin("GET", "/db/").json?["update_seq"]
      try await put(call, 2, ["b", "a"])
      #expect(try await call.admin("GET", "/db/").json?["update_seq"] == before)
    }
  }

  @Test("section 6: GET with revs, revs_limit and revs_from") func history() async throws {
    try await GatewayHarness.run(everything) { (call) async throws in
      try await put(call, 4, ["d", "c", "b", "a"])
      func ids(_ query: String) async throws -> JSONValue? {
        try await call("GET", "/db/d?revs=true\(query)").json?["_revisions"]?["ids"]
      }
      #expect(try await ids("") == ["d", "c", "b", "a"])
      #expect(try await ids("&revs_limit=2") == ["d", "c"])
      #expect(try await ids("&revs_from=%5B%223-c%22%5D") == ["d", "c"])
      #expect(try await ids("&revs_from=%5B%229-x%22%5D") == ["d", "c", "b", "a"])
      #expect(try await call("GET", "/db/d").json?["_revisions"] == nil)
    }
  }

  @Test("section 6: PUT, DELETE take the revision from If-Match too")
  func ifMatch() async throws {
    try await GatewayHarness.run(everything) { (call) async throws in
      let first = try await call("PUT", "/db/d", "{}")
      #expect(first["Etag"] == "\"\(first.json?["rev"]?.string ?? "")\"")
      let rev = try #require(first.json?["rev"]?.string)
      let put = try await call("PUT", "/db/d", "{}", headers: ["If-Match": rev])
      #expect(put.status == 201)
      let second = try #require(put.json?["rev"]?.string)
      #expect(try await call("DELETE", "/db/d", headers: ["If-Match": rev]).status == 409)
      #expect(try await call("DELETE", "/db/d", headers: ["If-Match": second]).status == 200)
    }
  }

  @Test("section 6: writes are not limited by channels; only the sync function refuses")
  func writesAreFree() async throws {
    try await GatewayHarness.run { (call) async throws in
      let put = try await call("PUT", "/db/d", as: "alice", #"{"channels":["b"]}"#)
      #expect(put.status == 201)
      let rev = try #require(put.json?["rev"]?.string)
      #expect(try await call("GET", "/db/d", as: "alice").status == 403)
      #expect(
        try await call("PUT", "/db/d?rev=\(rev)", as: "alice", #"{"channels":["b"]}"#).status
          == 201)
    }
  }

  @Test("section 6: what PouchDB needs: its requests one after the other")
  func pouchDB() async throws {
    try await GatewayHarness.run(everything) { (call) async throws in
      let json = ["Accept": "application/json"]
      #expect(try await call("GET", "/db/", headers: json).json?["db_name"] == "db")
      #expect(try await call("GET", "/db/_local/check", headers: json).status == 404)
      let diff = try await call("POST", "/db/_revs_diff", #"{"d":["1-a"]}"#, headers: json)
      #expect(diff.json == ["d": ["missing": ["1-a"]]])
      let docs =
        #"{"new_edits":false,"docs":[{"_id":"d","_rev":"1-a","_attachments":"#
        + #"{"t":{"content_type":"text/plain","data":"aGk="}}}]}"#
      #expect(try await call("POST", "/db/_bulk_docs", docs, headers: json).status == 201)
      let local = try await call("PUT", "/db/_local/check", #"{"last_seq":1}"#, headers: json)
      #expect(local.json?["rev"] == "0-1")
      let changes = try await call(
        "GET", "/db/_changes?style=all_docs&since=0&limit=25", headers: json)
      let ids = changes.json?["results"]?.array?.map { $0["id"] }
      #expect(ids == ["_user/GUEST", "d"])
      let bulk = try await call(
        "POST", "/db/_bulk_get?revs=true", #"{"docs":[{"id":"d","rev":"1-a"}]}"#, headers: json)
      #expect(bulk.status == 406)
      let open = try await call(
        "GET", "/db/d?revs=true&open_revs=%5B%221-a%22%5D", headers: json)
      let ok = open.json?.array?.first?["ok"]
      #expect(ok?["_revisions"] == ["ids": ["a"], "start": 1])
      #expect(try await call("GET", "/db/d/t?rev=1-a", headers: ["Accept": "*/*"]).text == "hi")
    }
  }

  @Test(
    "documents expire: `_exp` takes seconds, Unix time and RFC 3339, and nothing else",
    arguments: [
      ("60", 61), ("2000000060", 61), (#""60""#, 61), (#""2033-05-18T03:34:20Z""#, 61),
      ("0", nil), ("null", nil),
    ] as [(String, Int?)])
  func expiryFormats(_ value: String, _ seconds: Int?) async throws {
    try await GatewayHarness.run(everything) { (call) async throws in
      #expect(try await call("PUT", "/db/d", "{\"_exp\":\(value)}").status == 201)
      let shown = try await call("GET", "/db/d?show_exp=true").json?["_exp"]
      #expect(shown == (seconds == nil ? nil : "2033-05-18T03:34:20Z"))
      call.clock.advance(by: .seconds(59))
      #expect(try await call("GET", "/db/d").status == 200)
      call.clock.advance(by: .seconds(2))
      #expect(try await call("GET", "/db/d").status == (seconds == nil ? 200 : 404))
      #expect(try await call("PUT", "/db/bad", #"{"_exp":"soon"}"#).status == 400)
      #expect(try await call("PUT", "/db/bad", #"{"_exp":[]}"#).status == 400)
    }
  }

  @Test("section 6: the rev id of 1.5 includes _attachments, that of 2.8 does not")
  func revisionsOfAttachments() async throws {
    let body = #"{"_attachments":{"a":{"data":"eA=="}}}"#
    var revisions: [String?] = []
    for profile in Profile.allCases {
      try await GatewayHarness.run(everything, profile: profile) { (call) async throws in
        revisions.append(try await call("PUT", "/db/d", body).json?["rev"]?.string)
      }
    }
    #expect(revisions[0] != "1-ca9ad22802b66f662ff171f226211d5c")
    #expect(revisions[1] == "1-ca9ad22802b66f662ff171f226211d5c")
  }
}

extension BulkTests {
  @Test("section 6: _all_docs on the admin port with access; `descending` means nothing there")
  func allDocumentsForTheAdministrator() async throws {
    let sync = #""sync": "function(doc) { channel('a'); access(doc.to, ['y', 'x']); }", "#
    try await GatewayHarness.run(sync + GatewayHarness.users) { (call) async throws in
      try await call.gateway.put(["to": ["bob", "role:r"]], id: "d1", in: "db")
      try await call.gateway.put([:], id: "d2", in: "db")
      let rows = try await call.admin("GET", "/db/_all_docs?access=true&descending=true&limit=2")
      let values = rows.json?["rows"]?.array ?? []
      #expect(values.map { $0["id"] } == ["d1", "d2"])
      #expect(values.first?["value"]?["access"] == ["bob": ["x", "y"], "role:r": ["x", "y"]])
      #expect(values.last?["value"]?["access"] == nil)
      let mine = try await call("GET", "/db/_all_docs?access=true", as: "alice")
      #expect(mine.status == 200 && !mine.text.contains("access"))
    }
  }

  @Test("section 6: _all_docs with startkey, endkey, limit, channels, update_seq, include_docs")
  func allDocumentsOptions() async throws {
    try await GatewayHarness.run { (call) async throws in
      for id in ["d1", "d2", "d3"] {
        try await call.gateway.put(["channels": ["a", "b"]], id: id, in: "db")
      }
      func ids(_ query: String) async throws -> [String] {
        try await call("GET", "/db/_all_docs?\(query)", as: "alice").json?["rows"]?.array?
          .compactMap { $0["id"]?.string } ?? []
      }
      #expect(try await ids("startkey=%22d2%22") == ["d2", "d3"])
      #expect(try await ids("endkey=d2") == ["d1", "d2"])
      #expect(try await ids("limit=1") == ["d1"])
      let row = try await call(
        "GET", "/db/_all_docs?channels=true&update_seq=true&include_docs=true&limit=1",
        as: "alice"
      ).json?["rows"]?.array?.first
      // Only the channels that the reader has.
      #expect(row?["value"]?["channels"] == ["a"])
      #expect(row?["update_seq"] == 4)
      #expect(row?["doc"]?["channels"] == ["a", "b"])
      let keys = try await call("GET", "/db/_all_docs?keys=%5B%22d3%22%5D", as: "alice")
      #expect(keys.json?["rows"]?.array?.map { $0["id"] } == ["d3"])
      #expect(try await call("GET", "/db/_all_docs?keys=x", as: "alice").reason == "Bad keys")
      #expect(
        try await call("POST", "/db/_all_docs", as: "alice", "{}").reason == "Bad/missing keys")
    }
  }
}

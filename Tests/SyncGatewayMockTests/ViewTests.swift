import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// Design documents and views (rest/view_api.go), on the admin port.
@Suite(.fewAtOnce) struct ViewTests {
  private static let design = #"""
    {"views": {
      "keys": {"map": "function (doc, meta) { if ('key' in doc) emit(doc.key, meta.id); }"},
      "prices": {"map": "function (doc) { emit([doc.kind, doc.price], doc.price); }",
        "reduce": "_stats"},
      "kinds": {"map": "function (doc) { emit([doc.kind, doc.price], null); }", "reduce": "_count"},
      "fails": {"map": "function (doc, meta) { if (meta.id == 'a') nosuch(); emit(doc.n, 1); }",
        "reduce": "_sum"},
      "endless": {"map": "function () { for (;;); }"}}}
    """#

  private func open(_ body: (GatewayHarness) async throws -> Void) async throws {
    try await GatewayHarness.run { (call) async throws in
      let put = try await call.admin("PUT", "/db/_design/shop", Self.design)
      #expect(put.status == 201)
      #expect(put.body.isEmpty)
      try await body(call)
    }
  }

  /// Returns the keys of a view's rows as JSON.
  private func keys(_ call: GatewayHarness, _ view: String) async throws -> String {
    let reply = try await call.admin("GET", "/db/_design/shop/_view/" + view)
    #expect(reply.status == 200, "\(reply.text)")
    let rows = reply.json?["rows"]?.array ?? []
    #expect(reply.json?["total_rows"]?.integer == rows.count)
    return JSONValue.array(rows.map { $0["key"] ?? .null }).serialized()
  }

  private func escaped(_ json: String) -> String {
    json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test("rows are in CouchDB's order: null, booleans, numbers, strings, arrays, objects")
  func order() async throws {
    try await open { (call) async throws in
      let sorted = [
        "null", "false", "true", "-1", "2", "2.5", "10", #""""#, #""a""#, #""A""#, #""b""#, "[]",
        #"["a"]"#, #"["a",1]"#, #"["b"]"#, "{}",
      ]
      for (index, key) in sorted.enumerated().reversed() {
        _ = try await call.admin("PUT", "/db/d\(index)", "{\"key\": \(key)}")
      }
      _ = try await call.admin("PUT", "/db/none", "{}")
      let gone = try await call.admin("PUT", "/db/gone", #"{"key": 0}"#)
      let revision = gone.json?["rev"]?.string ?? ""
      #expect(try await call.admin("DELETE", "/db/gone?rev=\(revision)").status == 200)
      #expect(try await keys(call, "keys") == "[\(sorted.joined(separator: ","))]")
      #expect(
        try await keys(call, "keys?descending=true")
          == "[\(sorted.reversed().joined(separator: ","))]")
      #expect(try await keys(call, "keys?skip=3&limit=2") == "[-1,2]")
      #expect(try await keys(call, "keys?startkey=2&endkey=10") == "[2,2.5,10]")
      #expect(try await keys(call, "keys?startkey=2&endkey=10&inclusive_end=false") == "[2,2.5]")
      #expect(try await keys(call, "keys?startkey=10&endkey=2&descending=true") == "[10,2.5,2]")
      #expect(try await keys(call, "keys?key=2") == "[2]")
      #expect(try await keys(call, "keys?keys=" + escaped(#"["b",2,"nosuch"]"#)) == #"["b",2]"#)
    }
  }

  @Test("rows name their document; equal keys are in the order of the ids, from a document on")
  func rows() async throws {
    try await open { (call) async throws in
      for id in ["c", "a", "b"] { _ = try await call.admin("PUT", "/db/\(id)", #"{"key": 1}"#) }
      let reply = try await call.admin("GET", "/db/_design/shop/_view/keys?include_docs=true")
      #expect(reply["Content-Type"] == #"application/json; charset="UTF-8""#)
      let rows = reply.json?["rows"]?.array ?? []
      #expect(rows.map { $0["id"] } == ["a", "b", "c"])
      #expect(rows.map { $0["value"] } == ["a", "b", "c"])
      #expect(rows.first?["doc"]?["key"] == 1)
      #expect(rows.first?.object?.keys == ["id", "key", "value", "doc"])
      let later = try await call.admin(
        "GET", "/db/_design/shop/_view/keys?startkey=1&startkey_docid=b")
      #expect(later.json?["rows"]?.array?.map { $0["id"] } == ["b", "c"])
    }
  }

  @Test("the built-in reduces, of all rows, of groups and of no rows")
  func reduces() async throws {
    try await open { (call) async throws in
      for (index, item) in [("bike", 5), ("car", 20), ("car", 30), ("car", 30)].enumerated() {
        _ = try await call.admin(
          "PUT", "/db/i\(index)", #"{"kind": "\#(item.0)", "price": \#(item.1), "n": 1}"#)
      }
      func rows(_ view: String) async throws -> JSONValue? {
        let reply = try await call.admin("GET", "/db/_design/shop/_view/" + view)
        return reply.json?["rows"]
      }
      #expect(try await rows("kinds") == [["id": "", "key": nil, "value": 4]])
      #expect(
        try await rows("kinds?group_level=1") == [
          ["id": "", "key": ["bike"], "value": 1], ["id": "", "key": ["car"], "value": 3],
        ])
      #expect(
        try await rows("kinds?group=true&skip=1") == [
          ["id": "", "key": ["car", 20], "value": 1], ["id": "", "key": ["car", 30], "value": 2],
        ])
      let car = "prices?startkey=\(escaped(#"["car"]"#))"
      #expect(
        try await rows(car) == [
          [
            "id": "", "key": nil,
            "value": ["sum": 80, "count": 3, "min": 20, "max": 30, "sumsqr": 2200],
          ]
        ])
      #expect(try await rows("prices?reduce=false&limit=1")?.array?.first?["id"] == "i0")
      #expect(try await rows("fails") == [["id": "", "key": nil, "value": 4]])
      #expect(try await rows("kinds?startkey=\(escaped(#"["z"]"#))") == [])
      // A function that throws emits nothing for that document.
      _ = try await call.admin("PUT", "/db/a", #"{"n": 1}"#)
      #expect(try await rows("fails") == [["id": "", "key": nil, "value": 4]])
    }
  }

  @Test(
    "users may access no design document but the filter, the administrator not the gateway's own")
  func access() async throws {
    try await open { (call) async throws in
      for (method, path) in [
        ("GET", ""), ("PUT", ""), ("DELETE", ""), ("GET", "/_view/keys"),
      ] {
        let reply = try await call(
          method, "/db/_design/shop" + path, as: "alice", method == "PUT" ? "{}" : nil)
        #expect(reply.status == 403)
        #expect(reply.reason == "forbidden")
      }
      #expect(try await call.admin("PUT", "/db/_design/sync_x", "{}").status == 403)
      let read = try await call.admin("GET", "/db/_design/shop")
      #expect(read.json?["views"]?["kinds"]?["reduce"] == "_count")
      #expect(try await call.admin("GET", "/db/_design/shop/_view/nosuch").status == 404)
      #expect(try await call.admin("DELETE", "/db/_design/shop").status == 200)
      for (method, path) in [("GET", ""), ("DELETE", ""), ("GET", "/_view/keys")] {
        #expect(try await call.admin(method, "/db/_design/shop" + path).status == 404)
      }
    }
  }

  @Test("mistakes and limits are named")
  func mistakes() async throws {
    try await open { (call) async throws in
      for (views, reason) in [
        (#"{"v": {"map": "function ("}}"#, "the map function doesn't compile: SyntaxError"),
        (#"{"v": {"reduce": "_sum"}}"#, "the view 'v' has no 'map'"),
        (
          #"{"v": {"map": "function () {}", "reduce": "function () {}"}}"#,
          "'reduce' must be one of _count, _sum, _stats"
        ),
      ] {
        let reply = try await call.admin("PUT", "/db/_design/x", #"{"views": \#(views)}"#)
        #expect(reply.status == 400)
        #expect(reply.reason?.contains(reason) == true, "\(reply.text)")
      }
      _ = try await call.admin("PUT", "/db/d", #"{"n": "text"}"#)
      let endless = try await call.admin("GET", "/db/_design/shop/_view/endless")
      #expect(endless.status == 500)
      #expect(endless.reason == "this mock's limit: the map function was stopped after 1 s")
      let bad = try await call.admin("GET", "/db/_design/shop/_view/keys?key=x")
      #expect(bad.status == 400)
      let text = try await call.admin("GET", "/db/_design/shop/_view/prices")
      #expect(text.status == 500)
      #expect(text.reason == "the values of a view with '_stats' must be numbers")
    }
  }

  @Test("a store keeps design documents, and one of an earlier release gets room for them")
  func store() async throws {
    let folder = try TemporaryFolder()
    for isSecond in [false, true] {
      let options = SyncGateway.Options(store: .folder(folder.url))
      try await GatewayHarness.run(options: options) { (call) async throws in
        if !isSecond {
          #expect(try await call.admin("PUT", "/db/_design/shop", Self.design).status == 201)
        }
        #expect(try await call.admin("GET", "/db/_design/shop").status == 200)
      }
    }
  }
}

import DocgenGzip
import DocgenHTTPServer
import DocgenJSON
import DocgenTestSupport
import SyncGatewayMock
import Testing

/// Compressed requests and responses.
@Suite(.fewAtOnce) struct CodingTests {
  private let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#
  private let packed = ["Content-Encoding": "gzip"]
  private let takesPacked = ["Accept-Encoding": "gzip"]

  @Test("section 2: a gzip body is unpacked") func packedBody() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let body = GzipEncoder.encode(Array(#"{"x":1}"#.utf8))
      let put = try await call("PUT", "/db/doc", bytes: body, headers: packed)
      #expect(put.status == 201)
      #expect(try await call("GET", "/db/doc").json?["x"] == 1)
      let bulk = GzipEncoder.encode(Array(#"{"docs":[{"_id":"b"}]}"#.utf8))
      #expect(
        try await call("POST", "/db/_bulk_docs", bytes: bulk, headers: packed).status == 201)
    }
  }

  @Test("section 2: a gzip body that is none, or a bomb, is refused")
  func badPackedBodies() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let plain = try await call("PUT", "/db/doc", "{}", headers: packed)
      #expect(plain.status == 500)
      #expect(plain.reason == "Internal error: gzip: invalid header")
      let whole = GzipEncoder.encode(Array("{}".utf8))
      let half = Array(whole.dropLast(6))
      #expect(try await call("PUT", "/db/doc", bytes: half, headers: packed).reason == "Bad JSON")
      let bomb = GzipEncoder.encode([UInt8](repeating: 0x20, count: 40 << 20))
      #expect(try await call("PUT", "/db/doc", bytes: bomb, headers: packed).status == 413)
      let other = try await call("PUT", "/db/doc", "{}", headers: ["Content-Encoding": "br"])
      #expect(other.status == 415)
      #expect(other.reason == "Unsupported Content-Encoding; use gzip")
    }
  }

  private func unpacked(_ reply: GatewayHarness.Reply) throws -> JSONValue {
    try JSONParser.parse(GzipDecoder.decode(reply.body, limit: 100_000))
  }

  @Test("section 2: answers are packed for who takes them, unless `compressResponses` is off")
  func packedAnswers() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/doc", #"{"x":1}"#, headers: takesPacked)
      let get = try await call("GET", "/db/doc", headers: takesPacked)
      #expect(get["Content-Encoding"] == "gzip")
      #expect(try unpacked(get)["x"] == 1)
      // Not for PUT, HEAD and DELETE, not for errors, not for other types of content.
      let put = try await call("PUT", "/db/other", "{}", headers: takesPacked)
      #expect(put["Content-Encoding"] == nil)
      #expect(try await call("HEAD", "/db/doc", headers: takesPacked)["Content-Encoding"] == nil)
      #expect(try await call("GET", "/db/none", headers: takesPacked)["Content-Encoding"] == nil)
      let image = takesPacked.merging(["Content-Type": "image/png"]) { $1 }
      _ = try await call("PUT", "/db/pic/p", "png", headers: image)
      #expect(try await call("GET", "/db/pic/p", headers: takesPacked).text == "png")
    }
    try await GatewayHarness.run(open, server: "\"compressResponses\": false,") {
      (call) async throws in
      #expect(try await call("GET", "/", headers: takesPacked)["Content-Encoding"] == nil)
    }
  }

  @Test("section 2: a longpoll that waits is packed piece by piece")
  func packedLongpoll() async throws {
    try await GatewayHarness.run { (call) async throws in
      async let waiting = call(
        "GET", "/db/_changes?feed=longpoll&since=3", as: "alice", headers: takesPacked)
      await call.untilSomebodyWaits()
      try await call.gateway.put(["channels": ["a"]], id: "d", in: "db")
      #expect(try unpacked(try await waiting)["results"]?.array?.map { $0["id"] } == ["d"])
    }
  }

  @Test("section 6: _bulk_get is packed whole for Couchbase Lite, else in parts")
  func packedBulkGet() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let long = String(repeating: "x", count: 400)
      _ = try await call("PUT", "/db/doc", "{\"x\":\"\(long)\"}")
      let body = #"{"docs":[{"id":"doc"}]}"#
      var headers = takesPacked
      headers["X-Accept-Part-Encoding"] = "gzip"
      let parts = try await call("POST", "/db/_bulk_get", body, headers: headers)
      #expect(parts["Content-Encoding"] == nil)
      #expect(parts.text.contains("\r\nContent-Encoding: gzip\r\nContent-Type: application/json"))
      headers["User-Agent"] = "CouchbaseLite/1.4 (Android)"
      let whole = try await call("POST", "/db/_bulk_get", body, headers: headers)
      #expect(whole["Content-Encoding"] == "gzip")
      let text = try GzipDecoder.decode(whole.body, limit: 10_000)
      #expect(String(decoding: text, as: UTF8.self).contains(long))
    }
  }
}

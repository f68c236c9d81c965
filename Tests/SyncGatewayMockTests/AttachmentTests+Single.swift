import DocgenJSON
import SyncGatewayMock
import Testing

/// Single attachments.
extension AttachmentTests {
  @Test(
    "section 6, attachments: GET takes ranges",
    arguments: [
      ("bytes=0-1", 206, "he", "bytes 0-1/5"), ("bytes=3-", 206, "lo", "bytes 3-4/5"),
      ("bytes=-2", 206, "lo", "bytes 3-4/5"), ("bytes=1-99", 206, "ello", "bytes 1-4/5"),
      ("bytes=0-", 200, "hello", nil), ("bytes=0-4", 200, "hello", nil),
      ("bytes=x", 200, "hello", nil), ("lines=0-1", 200, "hello", nil),
      ("bytes=5-", 416, "", nil), ("bytes=-0", 416, "", nil),
    ] as [(String, Int, String, String?)])
  func ranges(_ range: String, _ status: Int, _ text: String, _ place: String?) async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/doc/a", "hello", headers: ["Content-Type": "text/plain"])
      let reply = try await call("GET", "/db/doc/a", headers: ["Range": range])
      #expect(reply.status == status)
      #expect(reply["Content-Range"] == place)
      if status < 400 { #expect(reply.text == text) }
      if status < 400 { #expect(reply["Accept-Ranges"] == "bytes") }
    }
  }

  @Test("section 6, attachments: HEAD has length and Etag; DELETE is no method of 1.5 or 2.8")
  func headAndDelete() async throws {
    for profile in Profile.allCases {
      try await GatewayHarness.run(open, profile: profile) { (call) async throws in
        _ = try await call("PUT", "/db/doc/a", "hello", headers: ["Content-Type": "text/plain"])
        let head = try await call("HEAD", "/db/doc/a")
        #expect(head.status == 200)
        #expect(head["Content-Length"] == "5")
        #expect(head["Etag"] == "\"\(digest("hello"))\"")
        #expect(head.text.isEmpty)
        let delete = try await call("DELETE", "/db/doc/a")
        #expect(delete.status == 405)
        #expect(delete["Allow"] == "GET, HEAD, PUT")
      }
    }
  }

  @Test("section 6, attachments: PUT on an existing doc without rev is 409, stubs need a digest")
  func refusals() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call("PUT", "/db/doc", "{}")
      let put = try await call("PUT", "/db/doc/a", "x", headers: ["Content-Type": "text/plain"])
      #expect(put.status == 409)
      #expect(put.reason == "Cannot modify attachments without a specific rev ID")
      func reason(_ meta: String) async throws -> String? {
        try await call("PUT", "/db/new", "{\"_attachments\":{\"a\":\(meta)}}").reason
      }
      #expect(try await reason("{}") == "Missing data of attachment \"a\"")
      #expect(
        try await reason(#"{"stub":true,"revpos":0}"#)
          == "Missing/invalid revpos in stub attachment \"a\"")
      #expect(
        try await reason(#"{"stub":true,"revpos":1}"#)
          == "Missing digest in stub attachment \"a\"")
      #expect(try await reason("1") == "Invalid _attachments")
    }
  }

  @Test("section 6, attachments: a packed one keeps its `encoding`")
  func encodedAttachment() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let meta = #"{"data":"eA==","encoding":"gzip","length":9,"content_type":"t/p","x":1}"#
      _ = try await call("PUT", "/db/doc", "{\"_attachments\":{\"a\":\(meta)}}")
      let stub = try await call("GET", "/db/doc").json?["_attachments"]?["a"]?.object
      #expect(stub?["length"] == 9 && stub?["encoded_length"] == 1 && stub?["x"] == nil)
      #expect(try await call("GET", "/db/doc/a")["Content-Encoding"] == "gzip")
      let packed = try await call("GET", "/db/doc/a?content_encoding=false")
      #expect(packed["Content-Encoding"] == nil)
      #expect(packed["X-Content-Encoding"] == "gzip")
      #expect(packed["Content-Type"] == "application/gzip")
    }
  }

  @Test(
    "section 6, attachments: browsers are told to save them, on the admin port and, in 2.8, HTML")
  func disposition() async throws {
    for profile in Profile.allCases {
      try await GatewayHarness.run(open, profile: profile) { (call) async throws in
        _ = try await call("PUT", "/db/doc/p", "x", headers: ["Content-Type": "text/html"])
        let open = try await call("GET", "/db/doc/p")
        #expect(open["Content-Disposition"] == (profile == .v1_5 ? nil : "attachment"))
        let admin = try await call.admin("GET", "/db/doc/p")
        #expect(
          admin["Content-Disposition"]
            == (profile == .v1_5 ? "attachment; filename=\"p\"" : "attachment"))
      }
    }
  }
}

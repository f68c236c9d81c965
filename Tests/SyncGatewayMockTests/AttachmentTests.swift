import DocgenClocks
import DocgenHTTPServer
import DocgenHashing
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// Attachments, and the multipart bodies that contain them.
@Suite(.fewAtOnce) struct AttachmentTests {
  let open = #""users": {"GUEST": {"admin_channels": ["*"]}}"#
  let big = String(repeating: "0123456789", count: 30)
  let related = ["Content-Type": "multipart/related; boundary=\"x y\""]

  func digest(_ text: String) -> String {
    "sha1-" + Data(Digest.sha1.hash(Array(text.utf8))).base64EncodedString()
  }

  /// Returns a multipart body whose first part is JSON.
  private func parts(_ json: String, _ attachments: [String]) -> String {
    var text = "--x y\r\nContent-Type: application/json\r\n\r\n\(json)"
    for attachment in attachments { text += "\r\n--x y\r\n\r\n\(attachment)" }
    return text + "\r\n--x y--"
  }

  private func following(_ texts: [String: String]) -> String {
    let members = texts.sorted { $0.key < $1.key }.map { name, text in
      "\"\(name)\":{\"follows\":true,\"content_type\":\"text/plain\","
        + "\"length\":\(text.utf8.count),\"digest\":\"\(digest(text))\"}"
    }
    return "{\"_attachments\":{\(members.joined(separator: ","))}}"
  }

  @Test("section 6, attachments: PUT doc as multipart/related")
  func putRelated() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      // In another order than in the JSON, and one of them used twice.
      let texts = ["a": "one\r\n--x yz", "b": "two", "c": "two"]
      let body = parts(following(texts), ["two", "one\r\n--x yz", "two"])
      let put = try await call("PUT", "/db/doc", body, headers: related)
      #expect(put.status == 201)
      for (name, text) in texts {
        #expect(try await call("GET", "/db/doc/\(name)").text == text)
      }
      let stub = try await call("GET", "/db/doc").json?["_attachments"]?["a"]
      #expect(stub?["follows"] == nil)
      #expect(stub?["stub"] == true && stub?["revpos"] == 1 && stub?["length"] == 11)
    }
  }

  @Test("section 6, attachments: ten megabytes go through as a part")
  func greatAttachment() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      // Many occurrences of text that looks like the beginning of a delimiter.
      let text = String(repeating: "\r\n--x", count: 2 << 20)
      let body = parts(following(["a": text]), [text])
      #expect(try await call("PUT", "/db/doc", body, headers: related).status == 201)
      #expect(try await call("GET", "/db/doc/a").body.count == 10 << 20)
    }
  }

  @Test("section 6, attachments: the digest in a multipart body may be CouchDB's MD5")
  func md5() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let md5 = "md5-" + Data(Digest.md5.hash(Array("hi".utf8))).base64EncodedString()
      let json = "{\"_attachments\":{\"a\":{\"follows\":true,\"digest\":\"\(md5)\"}}}"
      #expect(
        try await call("PUT", "/db/doc", parts(json, ["hi"]), headers: related).status == 201)
      #expect(
        try await call("GET", "/db/doc").json?["_attachments"]?["a"]?["digest"]?.string
          == digest("hi"))
    }
  }

  @Test("section 6, attachments: multipart bodies whose parts do not fit are 400")
  func badParts() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      func reason(_ body: String) async throws -> String? {
        let reply = try await call("PUT", "/db/doc", body, headers: related)
        #expect(reply.status == 400)
        return reply.reason
      }
      let json = following(["a": "one"])
      #expect(
        try await reason(parts(json, []))
          == "Too few MIME parts: expected 1 attachments, got 0")
      #expect(try await reason(parts(json, ["one", "x"])) == "Too many MIME parts (expected 2)")
      #expect(try await reason(parts("{}", ["x"])) == "Too many MIME parts (expected 1)")
      #expect(
        try await reason(parts(json, ["other"])) == "MIME part #2 doesn't match any attachment")
      let wrong = json.replacing("\"length\":3", with: "\"length\":4")
      #expect(
        try await reason(parts(wrong, ["one"]))
          == "Attachment length mismatch for \"a\": read 3 bytes, should be 4")
      for body in ["", "--x y", "--x y\r\n\r\n{}", "--x y--", "junk"] {
        #expect(try await reason(body) == "Bad MIME multipart body")
      }
      #expect(try await reason(parts("{", [])) == "Bad JSON")
      let type = ["Content-Type": "multipart/form-data; boundary=x"]
      #expect(try await call("PUT", "/db/doc", "--x--", headers: type).status == 415)
    }
  }

  @Test(
    "section 6, attachments: GET ?attachments=true is multipart/related unless JSON is asked for")
  func getRelated() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let body = parts(following(["big": big, "small": "s"]), [big, "s"])
      _ = try await call("PUT", "/db/doc", body, headers: related)
      let reply = try await call("GET", "/db/doc?attachments=true")
      let type = try #require(reply["Content-Type"])
      let boundary = try #require(type.firstMatch(of: /multipart\/related; boundary="(.*)"/)?.1)
      let sections = reply.text.components(separatedBy: "--\(boundary)")
      #expect(sections.count == 4 && sections[3] == "--\r\n")
      #expect(sections[1].hasPrefix("\r\nContent-Type: application/json\r\n\r\n{"))
      let json = try JSONParser.parse(
        String(sections[1].split(separator: "\r\n\r\n", maxSplits: 1)[1].dropLast()))
      // Attachments of up to 200 bytes stay in the JSON.
      #expect(json["_attachments"]?["small"]?["data"] == "cw==")
      #expect(json["_attachments"]?["big"]?["follows"] == true)
      #expect(json["_attachments"]?["big"]?["data"] == nil)
      #expect(
        sections[2] == "\r\nContent-Disposition: attachment; filename=\"big\"\r\n"
          + "Content-Type: text/plain\r\n\r\n\(big)\r\n")
      let plain = try await call(
        "GET", "/db/doc?attachments=true", headers: ["Accept": "application/json"])
      #expect(plain.json?["_attachments"]?["big"]?["data"] != nil)
      // A document without attachments is JSON, unless the client doesn't accept JSON.
      _ = try await call("PUT", "/db/none", "{}")
      let json2 = try await call("GET", "/db/none?attachments=true")
      #expect(json2["Content-Type"] == "application/json")
      let only = try await call("GET", "/db/none", headers: ["Accept": "multipart/related"])
      #expect(only["Content-Type"]?.hasPrefix("multipart/related") == true)
    }
  }

  @Test("section 6, attachments: atts_since leaves known attachments as stubs")
  func attachmentsSince() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let text = ["Content-Type": "text/plain"]
      let first = try await call("PUT", "/db/doc/old", "1", headers: text)
      let known = try #require(first.json?["rev"]?.string)
      _ = try await call("PUT", "/db/doc/new?rev=\(known)", "2", headers: text)
      let reply = try await call(
        "GET", "/db/doc?attachments=true&revs=true&atts_since=%5B%22\(known)%22%5D",
        headers: ["Accept": "application/json"])
      let attachments = reply.json?["_attachments"]
      #expect(attachments?["old"]?["stub"] == true && attachments?["old"]?["data"] == nil)
      #expect(attachments?["new"]?["data"] == "Mg==")
      // The history ends with the revision that the client has.
      #expect(reply.json?["_revisions"]?["start"] == 2)
      let bad = try await call("GET", "/db/doc?attachments=true&atts_since=x")
      #expect(bad.reason == "atts_since URL param is not a JSON string array")
    }
  }

  @Test("section 6: open_revs as multipart/mixed, a revision with attachments nested")
  func openRevisions() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      let put = try await call(
        "PUT", "/db/doc", parts(following(["a": big]), [big]), headers: related)
      let rev = try #require(put.json?["rev"]?.string)
      let target = "/db/doc?open_revs=%5B%22\(rev)%22,%229-x%22%5D"
      let mixed = try await call("GET", target)
      #expect(mixed["Content-Type"]?.hasPrefix("multipart/mixed; boundary=\"") == true)
      #expect(mixed.text.contains("\r\nX-Doc-ID: doc\r\nX-Rev-ID: \(rev)\r\n"))
      #expect(mixed.text.contains("Content-Type: multipart/related; boundary=\""))
      #expect(mixed.text.contains("\r\n\r\n\(big)\r\n--"))
      #expect(
        mixed.text.contains(
          "Content-Type: application/json; error=\"true\"\r\n\r\n{\"missing\":\"9-x\"}"))
      let json = try await call("GET", target, headers: ["Accept": "application/json"])
      #expect(json.json?.array?[0]["ok"]?["_rev"]?.string == rev)
      #expect(json.json?.array?[0]["ok"]?["_attachments"]?["a"]?["data"] != nil)
      #expect(json.json?.array?[1] == ["missing": "9-x"])
      #expect(try await call("GET", "/db/doc?open_revs=x").reason == "bad open_revs")
      #expect(try await call("GET", "/db/none?open_revs=all").status == 404)
    }
  }

  @Test("section 6: _bulk_get with attachments nests multipart/related")
  func bulkGet() async throws {
    try await GatewayHarness.run(open) { (call) async throws in
      _ = try await call(
        "PUT", "/db/doc", parts(following(["a": big]), [big]), headers: related)
      let reply = try await call(
        "POST", "/db/_bulk_get?attachments=true&revs=true", #"{"docs":[{"id":"doc"}]}"#)
      #expect(reply.text.contains("X-Doc-ID: doc\r\n"))
      #expect(reply.text.contains("\r\n\r\n\(big)\r\n--"))
      #expect(reply.text.contains("\"_revisions\":{"))
    }
  }
}

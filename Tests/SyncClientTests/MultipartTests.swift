import DocgenTestSupport
import DocgenJSON
import Foundation
import Testing

@testable import SyncClient

struct MultipartTests {
  private func answer(_ type: String, _ body: String) -> GatewayResponse {
    GatewayResponse(status: 200, headers: [("Content-Type", type)], body: Array(body.utf8))
  }

  private func revisions(_ answer: GatewayResponse) throws -> [FetchedRevision] {
    try MultipartReader(answer).parts().compactMap { try FetchedRevision($0) }
  }

  @Test func revisionsWithHistoryAndAttachments() throws {
    let body = """
      preamble\r
      --b1\r
      Content-Type: application/json\r
      \r
      {"_id":"a","_rev":"3-c","_revisions":{"start":3,"ids":["c","b"]},"n":1}\r
      --b1\r
      Content-Type: application/json; error="true"\r
      \r
      {"id":"x","error":"not_found","reason":"missing","status":404}\r
      --b1\r
      Content-Type: multipart/related; boundary="b2"\r
      \r
      --b2\r
      Content-Type: application/json\r
      \r
      {"_id":"d","_rev":"1-d","_attachments":{"p":{"follows":true,"length":5,"digest":"sha1-x"},
      "q":{"stub":true,"digest":"sha1-q","revpos":1},"r":{"data":"aGk=","content_type":"t/p"}}}\r
      --b2\r
      Content-Disposition: attachment; filename="p"\r
      \r
      hel\r
      \r
      --b2--\r
      --b1\r
      Content-Type: application/json\r
      \r
      {"_id":"e","_rev":"2-e","_deleted":true}\r
      --b1--\r
      """
    let revisions = try revisions(answer("multipart/mixed; boundary=\"b1\"", body))
    #expect(revisions.map(\.received.id) == ["a", "d", "e"])
    #expect(revisions[0].received.history.map(\.text) == ["3-c", "2-b"])
    #expect(revisions[0].received.body == ["n": 1])
    #expect(
      revisions[1].received.attachments.map { String(decoding: $0, as: UTF8.self) } == [
        "hel\r\n", "hi",
      ])
    #expect(revisions[1].missingAttachments.map(\.name) == ["q"])
    let attachments = Attachment.all(in: revisions[1].received.body)
    #expect(attachments["p"]?.digest == Store.digest(of: Array("hel\r\n".utf8)))
    #expect(attachments["r"]?.contentType == "t/p")
    #expect(attachments["r"]?.length == 2)
    #expect(revisions[2].received.isDeleted)
  }

  @Test func noPartsAtAll() throws {
    try #expect(revisions(answer("multipart/mixed; boundary=b", "--b--\r\n")).isEmpty)
  }

  @Test(arguments: [
    ("application/json", "{}"), ("multipart/mixed", "--b--"), ("multipart/mixed; boundary=b", ""),
    ("multipart/mixed; boundary=b", "--b\r\nContent-Type: application/json\r\n\r\n{}"),
    ("multipart/mixed; boundary=b", "--b\r\n\r\n[]\r\n--b--"),
    ("multipart/mixed; boundary=b", "--b\r\n\r\n{\"_rev\":\"1-a\"}\r\n--b--"),
    ("multipart/mixed; boundary=b", "--b\r\n--b--"), ("multipart/mixed; boundary=b", "--b"),
  ])
  func whatBreaksOffIsRefused(_ type: String, _ body: String) {
    #expect(throws: SyncError.self) { try revisions(answer(type, body)) }
  }

  @Test func whatMayComeLaterIsAskedForLater() throws {
    let body = """
      --b\r\nContent-Type: application/json; error="true"\r\n\r
      {"id":"x","error":"unavailable","status":503}\r\n--b--
      """
    #expect(throws: SyncError.http(status: 503, reason: "")) {
      try revisions(answer("multipart/mixed; boundary=b", body))
    }
  }

  /// Any bytes at all end in parts or an error, never in a trap.
  @Test func anyBytesEnd() throws {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "--b", "\r\n", "--", "{", "}", "\"", ":", "Content-Type: multipart/related; boundary=b", "x",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let result = Result { try revisions(answer("multipart/mixed; boundary=b", "--b" + text)) }
      if case .failure(let error) = result { #expect(error is SyncError) }
    }
  }
}

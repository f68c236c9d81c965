import DocModel
import Testing

@testable import Samples

/// What is shortened somewhere is shortened everywhere.
@Suite struct KnownSecretsTests {
  /// What is secret by its name once is secret under any.
  @Test func secretsAreKnownElsewhere() throws {
    let session = "81fabf5aed0123456789abcdef0123456789fcfb"
    let json = [("Content-Type", "application/json")]
    let report =
      request(1, "POST /db/_session")
      + answer(1, 200, fields: json, body: #"{"session_id": "\#(session)"}"#)
      + request(
        2, "PUT /db/doc?note=\(session)", fields: json,
        body: #"{"mine": "\#(session)", "id": "0123456789abcdef01"}"#)
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[2].startLine == "PUT /db/doc?note=81fabf… HTTP/1.1")
    #expect(messages[2].body.contains(#""mine": "81fabf…","#))
    #expect(messages[2].body.contains(#""id": "0123456789abcdef01""#))
  }

  /// One program of a page may get a session and the next send it on.
  @Test func secretsAreKnownToLaterPrograms() throws {
    let session = "81fabf5aed0123456789abcdef0123456789fcfb"
    let report =
      request(1, "POST /db/_session")
      + answer(
        1, 200, fields: [("Content-Type", "application/json")],
        body: #"{"session_id": "\#(session)"}"#)
      + "program\n" + request(2, "GET /db/doc?note=\(session)")
    let parts = HTTPExchange.parts(of: report)
    #expect(parts.map(\.blocks.count) == [1, 1])
    #expect(parts[1].blocks[0].messages.map(\.startLine) == ["GET /db/doc?note=81fabf… HTTP/1.1"])
  }

  /// What isn't shown for another reason is no secret.
  @Test(arguments: [
    #"{"title": "shopping-list-2024-05",}"#, #"{"id": "shopping-list-2024-05", "id": "x"}"#,
    #"{"session": "shopping-list-2024-05"}"#,
  ])
  func whatIsLeftOutIsNoSecret(_ body: String) {
    let json = [("Content-Type", "application/json")]
    let report =
      request(1, "PUT /db/a", fields: json, body: body)
      + request(2, "GET /db/shopping-list-2024-05")
    let labels = HTTPExchange(report: report).blocks[0].messages.map(\.label)
    #expect(labels.contains("GET /db/shopping-list-2024-05"))
  }

  /// As curl writes them with `-F` and no type.
}

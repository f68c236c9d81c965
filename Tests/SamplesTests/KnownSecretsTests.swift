import DocModel
import JSON
import Testing

@testable import Samples

/// What is shortened somewhere is shortened everywhere.
@Suite struct KnownSecretsTests {
  private let session = "81fabf5aed0123456789abcdef0123456789fcfb"
  private let json = [("Content-Type", "application/json")]

  /// What a server gives out is known under any name, and beside any word.
  @Test func whatServersTellIsShortenedAnywhere() throws {
    let report =
      request(1, "POST /db/_session") + "drawn \"\(session)\"\n"
      + answer(1, 200, fields: json, body: #"{"id": "\#(session)"}"#)
      + request(
        2, "PUT /db/doc_\(session)?note=x-\(session)&code=a", fields: json,
        body: #"{"mine": ["for_\#(session)_"], "id": "0123456789abcdef01"}"#)
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[1].body == #"{ "id": "81fabf…" }"#)
    #expect(messages[2].label == "PUT /db/doc_81fabf…")
    #expect(messages[2].startLine == "PUT /db/doc_81fabf…?note=x-81fabf…&code=… HTTP/1.1")
    #expect(messages[2].body.contains(#""mine": ["for_81fabf…_"]"#))
    #expect(messages[2].body.contains(#""id": "0123456789abcdef01""#))
  }

  /// A password is one where it stands alone, in whatever writing.
  @Test func whatServersAreToldToKeepIsShortened() {
    let body = #"{"a": "open \"sesame\" 7", "b": "xhunter2, hunter2", "c": ["<hunter2>"]}"#
    let report =
      #"chosen "open \"sesame\" 7""# + "\n" + #"chosen "hunter2""# + "\n"
      + request(1, "GET /a?q=open%20%22sesame%22+7&r=open+%22sesame%22+7&s=%3Dhunter2")
      + request(2, "PUT /a", fields: json, body: body)
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[0].startLine == "GET /a?q=…&r=…&s=%3D… HTTP/1.1")
    let lines = [#""a": "…""#, #""b": "xhunter2, …""#, #""c": ["<…>"]"#]
    #expect(lines.allSatisfy(messages[1].body.contains))
  }

  /// However a client writes what it sends, and whatever stands beside it.
  @Test(arguments: [
    "/db/p%c3%a4%20ss/w!7", "/db/a?b=p%C3%A4+ss%2fw%217&c=1", "/db/a?b=%70%c3%a4%2520ss/w!7",
    "/db/a?b=%22p%c3%a4%20ss/w!7%22",
  ])
  func writingsOfASecretAreTheSame(_ target: String) {
    let report = #"chosen "pä ss/w!7""# + "\n" + request(1, "GET \(target)")
    let line = HTTPExchange(report: report).blocks[0].messages[0].startLine
    #expect(line.contains("…") && !line.contains("w!7") && !line.contains("ss"))
  }

  @Test(arguments: [
    #"„hunter-2“"#, #"hunter-2🔑"#, #"密码hunter-2"#, #"line 1\nhunter-2"#,
    #"\thunter-2\u0001hunter-2"#,
    #"{\"k\": \"a\\nhunter-2\"}"#, #"a%20hunter-2"#, #"a%2520hunter-2"#, #"hunter\u002d2"#,
    #"{\"k\": \"p \\\"q\\\" 7\"}"#, #"p \"q\" 7"#,
  ])
  func whateverStandsBesideASecret(_ text: String) {
    let report =
      #"chosen "hunter-2""# + "\n" + #"chosen "p \"q\" 7""# + "\n"
      + request(1, "PUT /a", fields: json, body: #"{"a": "\#(text)"}"#)
    let body = HTTPExchange(report: report).blocks[0].messages[0].body
    #expect(body.contains("…") && !body.contains("hunter") && !body.contains("q"))
  }

  /// What a secret is made of is written in many ways.
  @Test(arguments: [
    ("pa+ss-7w", #"["q=pa%2Bss-7w", "pa%252bss-7w", "pa+ss-7w"]"#),
    (#"dom\\nina-7z"#, #"["dom%5Cnina-7z", "dom%255cnina-7z", "dom\\nina-7z"]"#),
    (#"end-7xyz\\"#, #"["end-7xyz\\", "{\"k\": \"end-7xyz\\\\\"}"]"#),
    ("ümläut-7u", #"["{\"k\": \"\\u00fcml\\u00E4ut-7u\"}", "\u00fcmläut-7u"]"#),
    (#"tab\tx-7tt"#, #"["tab\tx-7tt", "tab%09x-7tt"]"#),
    ("🔑-door-7", #"["{\"k\": \"\\ud83d\\udd11-door-7\"}"]"#),
    (
      "c2dfa9997798b40e0011",
      #"["%c2dfa9997798b40e0011%", "%25c2dfa9997798b40e0011%25", "\\c2dfa9997798b40e0011"]"#
    ),
    (
      "face-77x",
      #"["LIKE '%face-77x%'", "like=%25face-77x%25", "x\\face-77x", "C:\\pw\\face-77x"]"#
    ),
    (
      "P4ss geheim Wort-9",
      #"["password: P4ss geheim Wort-9.", "http://x/?password=P4ss geheim Wort-9"]"#
    ),
    ("ab&cd-7w", #"["password: ab&cd-7w", "http://x/?password=ab&cd-7w"]"#),
    (#"He\"llo-4 W"#, #"["client_secret = He\"llo-4 W"]"#),
  ])
  func writingsOfOneSecret(_ secret: String, _ texts: String) throws {
    let known = "chosen \"\(secret)\"\n"
    let array = try JSONParser.parse(Array(texts.utf8)).array ?? []
    for text in array {
      let report =
        known + request(1, "PUT /a", fields: json, body: JSONValue.object(["a": text]).serialized())
      let body = HTTPExchange(report: report).blocks[0].messages[0].body
      #expect(body.contains("…") && !body.contains("7") && !body.contains("9"), "\(text)")
    }
  }

  /// Nothing else of a text is changed.
  @Test(arguments: [
    #"\ % %4 \u00 \u %C3 %c3%28 + ++ \\"#, #"C:\new\table+%20"#, "é%", #"\ud83d"#, "",
  ])
  func whatStandsBesideASecretStays(_ text: String) {
    let known = KnownSecrets(report: "chosen \"hunter-2\"")
    #expect(known.shortened(text) == text)
    #expect(known.shortened(text + "\nhunter-2 \(text)") == text + "\n… \(text)")
  }

  /// Nothing is shown of a password where the beginning of a token would be.
  @Test func passwordsHaveNoBeginning() {
    let report =
      #"chosen "P4ss-geheim""# + "\n"
      + request(1, "GET /a?token=P4ss-geheim", fields: [("Cookie", "a=P4ss-geheim")])
    let message = HTTPExchange(report: report).blocks[0].messages[0]
    #expect(message.startLine == "GET /a?token=… HTTP/1.1")
    #expect(message.fields.map(\.value) == ["a=…"])
  }

  /// People type them, and half of one is too much.
  @Test func nothingIsShownOfWhatIsShort() {
    let report =
      #"drawn "LMVD-KPJS""# + "\n" + #"drawn "LMVDKPJS""# + "\n" + #"drawn "guesses""# + "\n"
      + request(1, "GET /device?user_code=LMVD-KPJS&a=x.LMVDKPJS&b=guesses&c=XLMVDKPJS")
    let line = HTTPExchange(report: report).blocks[0].messages[0].startLine
    #expect(line == "GET /device?user_code=…&a=x.…&b=guesses&c=XLMVDKPJS HTTP/1.1")
  }

  /// Thousands with the same beginning are looked for as fast as one.
  @Test func manySecretsAreFound() {
    let beginning = String(repeating: "a", count: 400)
    let report = (0..<3000).map { "chosen \"\(beginning)\($0)\"\n" }.joined()
    let known = KnownSecrets(report: report)
    let body = String(repeating: "a", count: 8000)
    #expect(known.shortened(body) == body)
    #expect(known.shortened("<\(beginning)2999>") == "<…>")
  }

  /// A password may be an ordinary word, and be short; a client's secret may be called so.
  @Test(arguments: [
    "geheim", "a1", "12345678", "2024-01-01", "not_found", "client_secret",
    "app-secret", "",
  ])
  func ordinaryWordsAreNoSecrets(_ word: String) {
    let report =
      "chosen \"\(word)\"\n"
      + request(1, "PUT /db/\(word)", fields: json, body: #"{"a": "\#(word)"}"#)
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[0].label == "PUT /db/\(word)")
    #expect(messages[0].body == #"{ "a": "\#(word)" }"#)
  }

  /// What stands in the place of a secret once is secret anywhere.
  @Test(arguments: [
    ("GET /login?state=Splxl1xSlslhunter1", "…"), ("GET /cb?code=Splxl1xSlslhunter1", "Splxl1…"),
    ("GET /a?b=c%3Fcode%3DSplxl1xSlslhunter1", "Splxl1…"),
  ])
  func secretsAreKnownElsewhere(_ target: String, _ shown: String) {
    let report =
      request(1, target)
      + request(2, "PUT /db/a", fields: json, body: #"{"url": "see Splxl1xSlslhunter1."}"#)
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[1].body == #"{ "url": "see \#(shown)." }"#)
  }

  /// One program of a page may get a session and the next send it on.
  @Test func secretsAreKnownToLaterPrograms() throws {
    let report =
      request(1, "POST /db/_session") + "drawn \"\(session)\"\n"
      + answer(1, 200, fields: json, body: #"{"session_id": "\#(session)"}"#)
      + "program\n" + request(2, "GET /db/doc?note=\(session)")
    let parts = HTTPExchange.parts(of: report)
    #expect(parts.map(\.blocks.count) == [1, 1])
    #expect(parts[1].blocks[0].messages.map(\.startLine) == ["GET /db/doc?note=81fabf… HTTP/1.1"])
  }

  /// Revisions are sums of what is shown.
  @Test func revisionsStay() {
    let rev = "1-b12131a386695eedb95ba4e6aebb1a60"
    let report = request(1, "GET /db/c?code=\(rev)") + request(2, "GET /db/c?rev=\(rev)")
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(messages[1].startLine == "GET /db/c?rev=\(rev) HTTP/1.1")
  }

  /// What isn't shown for another reason is no secret.
  @Test(arguments: [
    #"{"title": "shopping-list-2024-05",}"#, #"{"id": "shopping-list-2024-05", "id": "x"}"#,
    #"{"session": "shopping-list-2024-05"}"#, #"{"apiKey": "shopping-list-2024-05"}"#,
  ])
  func whatIsLeftOutIsNoSecret(_ body: String) {
    let report =
      request(1, "PUT /db/a", fields: json, body: body)
      + request(2, "GET /db/shopping-list-2024-05")
    let labels = HTTPExchange(report: report).blocks[0].messages.map(\.label)
    #expect(labels.contains("GET /db/shopping-list-2024-05"))
  }
}

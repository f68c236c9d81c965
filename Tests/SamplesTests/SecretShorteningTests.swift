import DocModel
import JSON
import Testing

@testable import Samples

/// What of an exchange a page shows: no secrets, nothing that is new at each run, and no more than is read.
@Suite struct SecretShorteningTests {
  private func body(_ text: String, type: String) -> String {
    var shortening = SecretShortening()
    return shortening.body(text, type: type)
  }

  private func field(_ name: String, _ value: String) -> String {
    var shortening = SecretShortening()
    return shortening.field(name, value)
  }

  private func target(_ text: String) -> String {
    var shortening = SecretShortening()
    return shortening.target(text)
  }

  @Test func secretsAreShortened() {
    let token = "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"
    let report =
      request(
        1,
        "POST /token?code=SplxlOBeZQQYbYS6&state=af0ifjsldkj&scope=openid",
        fields: [
          ("Authorization", "Basic YWxpY2U6c2VjcmV0"), ("Cookie", "S=0123456789abcdef; t=1"),
          ("Content-Type", "application/x-www-form-urlencoded"), ("User-Agent", "x"),
        ], body: "password=geheim&grant_type=password&refresh_token=\(token)")
      + answer(
        1, 200,
        fields: [
          ("Set-Cookie", "S=0123456789abcdef; Path=/"), ("Content-Type", "application/json"),
          ("Location", "app:/cb#id_token=\(token)&nonce=n-0S6"),
        ],
        body: "{\"id_token\":\"\(token)\",\"state\":\"Online\",\"client_secret\":\"geheim\"}")
      + request(
        2, "DELETE /db/_session/0123456789abcdef/", fields: [("Authorization", "Bearer \(token)")])
    let messages = HTTPExchange(report: report).blocks[0].messages
    #expect(
      messages[0].text == """
        POST /token?code=SplxlO…&state=…&scope=openid HTTP/1.1
        Authorization: Basic …
        Cookie: S=012345…; t=…
        Content-Type: application/x-www-form-urlencoded

        password=…&grant_type=password&refresh_token=eyJhbG…
        """)
    #expect(
      messages[1].text == """
        HTTP/1.1 200 OK
        Set-Cookie: S=012345…; Path=/
        Content-Type: application/json
        Location: app:/cb#id_token=eyJhbG…&nonce=…

        { "id_token": "eyJhbG…", "state": "Online", "client_secret": "…" }
        """)
    #expect(messages[2].startLine == "DELETE /db/_session/012345…/ HTTP/1.1")
    #expect(messages[2].fields.map(\.value) == ["Bearer eyJhbG…"])
    let shown = messages.map(\.text).joined()
    #expect(!shown.contains("geheim") && !shown.contains("c2ln") && !shown.contains("YWxp"))
  }

  @Test func namesDrawnAtRandomAreLeftOut() {
    let report = request(1, "PUT /db/0F8FAD5B-D9CB-469F-A165-70867728950E?rev=1-a")
    #expect(
      HTTPExchange(report: report).blocks[0].messages[0].startLine
        == "PUT /db/<uuid>?rev=1-a HTTP/1.1")
    let digest = String(repeating: "f0", count: 20)
    let checkpoint =
      request(1, "GET /db/_local/sync-\(digest)") + answer(1, 200)
      + request(2, "GET /db/_local/mine")
    #expect(
      HTTPExchange(report: checkpoint).blocks[0].messages.map(\.label) == [
        "GET /db/_local/sync-<digest>", "200 OK", "GET /db/_local/mine",
      ])
    #expect(
      body(#"{"_id": "_local/sync-\#(digest)"}"#, type: "application/json")
        == #"{ "_id": "_local/sync-<digest>" }"#)
  }

  @Test(arguments: [
    (#"{"name":"a","password":"hunter1"}"#, "application/x-www-form-urlencoded"),
    (#" {"password": 99887766, "a": 1}"#, "application/json"),
    (#"{"PASSWORD": "hunter3"}"#, "application/json"),
    ("Password=hunter4&a=1", "application/x-www-form-urlencoded"),
    ("a=1&\npassword=hunter5", "application/x-www-form-urlencoded"),
    ("pass%77ord=hunter6&password+=hunter7", "application/x-www-form-urlencoded"),
    ("to=/x%3Fpassword%3DhunterK%3Dhunter8", "application/x-www-form-urlencoded"),
    (#"{"api_key": "hunter1", "APIKey": "hunter2", "passwd": "hunter3"}"#, "application/json"),
    (#"{"a": "{\"b\": [{\"password\": \"hunter1\"}]}"}"#, "application/json"),
    (#"{"a": "{\"b\": \"{\\\"secret\\\": \\\"hunter1\\\"}\"}"}"#, "application/json"),
    (#"{"password":"hunter1",}"#, "application/x-www-form-urlencoded"),
    ("{\"password\":\"hunter1\"}\n{\"api_key\": \"hunter2\"}", "text/plain"),
    ("name=bob&password=hunter1", "text/plain"), ("Password: hunter1", "text/plain"),
    (#"{"url": "app:/login#access_token=SplxlOBeZQhunter1&y=1"}"#, "application/json"),
    ("eyJhbGciOiJSUzI1NiJ9.eyJodW50ZXIxIjoxfQ.hunter1", "application/jwt"),
    ("w=a%20eyJhbGciOiJSUzI1NiJ9.eyJodW50ZXIxIjoxfQ.hunter1", "application/x-www-form-urlencoded"),
    (#"{"a": "x_eyJhbGciOiJSUzI1NiJ9.eyJodW50ZXIxIjoxfQ.hunter1"}"#, "application/json"),
    ("claims=%7B%22password%22%3A+%22hunter1%22%7D", "application/x-www-form-urlencoded"),
    (#"{"newPassword": "hunter1", "clientSecret": "hunter2"}"#, "application/json"),
    (#"{"idToken": "Splxl1hunter1", "refreshToken": "Splxl1hunter2"}"#, "application/json"),
    (#"{"a": "password=hunter1", "b": "my \"password\": \"hunter2\""}"#, "application/json"),
    (#"{"url": "http://bob:hunter1@host/", "b": "x://:hunter2@y"}"#, "application/json"),
    ("url=http%3A%2F%2Fbob:hunter1@host", "application/x-www-form-urlencoded"),
    ("password[]=hunter1&user.password=hunter2", "application/x-www-form-urlencoded"),
    ("transaction=Splxl1hunter1&session_id=Splxl1hunter2", "application/x-www-form-urlencoded"),
    (
      "user[password]=hunter1&password2=hunter2&user_passwd=hunter3",
      "application/x-www-form-urlencoded"
    ),
    (#"{"access_key": "hunter1", "x-api-key": "hunter2"}"#, "application/json"),
    (#"{"a": "http://bob:hunt@hunter1@host/"}"#, "application/json"),
    (
      #"{"query": "mutation { login(user: \"bob\", password: \"hunter\") { a } }"}"#,
      "application/json"
    ),
    (#"{"log": "{'password': 'hunter'}", "b": "a: b\npassword: hunter\n"}"#, "application/json"),
    (#"{"password_reset_url": "http://a/b?token=Splxl1hunter1"}"#, "application/json"),
    (#"{"properties": {"password": "Hunter2hunter"}}"#, "application/json"),
    (#"{"a": "redis:6379,name=a,b=c,ssl=true,d=e,f=g,password=hunter2"}"#, "application/json"),
    (#"{"appSecret": "hunter1", "passcode": "hunter2"}"#, "application/json"),
    (#"{"credentials": {"name": "bob", "password": "hunter1"}}"#, "application/json"),
    ("a.eyJhbGciOiJSUzI1NiJ9.eyJodW50ZXIxIjoxfQ.hunter1", "text/plain"),
    ("to=/cb?code%3DSplxl1hunter1%26id_token%3DSplxl2hunter2", "application/x-www-form-urlencoded"),
    ("next=/cb%3Fpassword=hunter1&a=b", "application/x-www-form-urlencoded"),
    ("next=my://cb%23code%3DSplxl1hunter1%26state%3Dhunter2", "application/x-www-form-urlencoded"),
    ("next=%252Fcb%253Fcode%253DSplxl1hunter1", "application/x-www-form-urlencoded"),
    ("next=/cb%3Fcode=Splxl1hunter1;a=b", "application/x-www-form-urlencoded"),
    ("user=alice&password=p#hunter1&x=1", "application/x-www-form-urlencoded"),
    ("password=why?hunter1&x=1", "application/x-www-form-urlencoded"),
    (#"password=a"hunter1?hunter2#hunter3"#, "application/x-www-form-urlencoded"),
    (#"user={"name":"alice","password":"hunter1"}&b=1"#, "application/x-www-form-urlencoded"),
    (#"{"url": "/db/x?user={\"name\":\"alice\",\"password\":\"hunter1\"}"}"#, "application/json"),
    ("password='open hunter1 please'", "text/plain"),
    ("x=1;password=hunter1", "application/x-www-form-urlencoded"),
    ("client_secret=a%26hunter1;hunter2%3Fhunter3", "application/x-www-form-urlencoded"),
    (#"{"name":"bob","password":"open hunter1 please",}"#, "application/x-www-form-urlencoded"),
    (#"{"a": "{\"password\": \"hunter1\","}"#, "application/json"),
  ])
  func secretsAreFoundHoweverTheyAreWritten(_ body: String, _ type: String) {
    let shown = self.body(body, type: type)
    #expect(!shown.contains("hunter") && !shown.contains("9988"))
    #expect(shown.contains("…"))
  }

  /// Words that name a secret elsewhere.
  @Test(arguments: [
    #"{"auth": "basic"}"#, #"{"refresh": "daily"}"#, #"{"cookie": "with nuts"}"#,
    #"{"pin": "Lisbon"}"#, #"{"access": "read-only"}"#, #"{"signature": "Yours, Bob"}"#,
    #"{"code": "not_found"}"#, #"{"channels": ["secret", "public"]}"#, #"{"plan": "Basic plan"}"#,
    #"{"name": "Password policy", "value": "eight letters"}"#, #"{"maxPasswordLength": 12}"#,
    #"{"id": "secret", "key": "secret", "value": {"rev": "1-0123456789abcdef0123456789abcdef"}}"#,
    #"{"secret": ["1-0123456789abcdef0123456789abcdef"]}"#,
    #"{"token": {"rev": "1-0123456789abcdef0123456789abcdef"}}"#,
    #"{"reason": "Authorization: missing"}"#,
    #"{"amr": ["pwd", "otp"], "grant_types": ["password", "refresh_token"]}"#,
    #"{"rows": [["pass", 12], ["token", "bob"]], "admin_channels": ["credentials", "a"]}"#,
    #"{"filter": "state=open", "b": "code=404", "c": "pass=12,fail=3", "d": "type=a&state=on"}"#,
    #"{"a": "GET /db/_session/{id} returns a session", "b": "see /db/_session/ for more"}"#,
    #"{"access": {"bob": {"secret": 1}}, "verification_code": "is required"}"#,
    #"{"channels": {"!": 1, "secret": 2, "token": 3}, "_attachments": {"password": {"stub": true}}}"#,
    #"{"a": "Basic subscription", "b": "Bearer of bad news", "c": "Your password: choose well"}"#,
    #"{"pwd": "/home/alice", "b": "PWD=/srv/data make"}"#,
    #"{"token_type": "bearer", "password_changed_at": "2024-05-01"}"#,
    #"{"session": "2026-autumn-conference-12", "url": "https://a/b?state=open&code=404"}"#,
    #"{"properties": {"password": {"type": "string"}}, "log": "is it #5? state=open"}"#,
    #"{"name": "password", "value": "at least 8 letters", "passwordPolicy": "long"}"#,
  ])
  func ordinaryValuesAreShown(_ body: String) {
    #expect(!self.body(body, type: "application/json").contains("…"))
  }

  /// What looks like a form's names in other people's addresses and elements.
  @Test func ordinaryNamesElsewhereStay() {
    let address = "a?session=2026-autumn-conference-12&auth=oauth2providergoogle"
    #expect(target(address) == address)
    let xml =
      "<env:Code>\n  <env:Value>a</env:Value></env:Code> <a:code>404</a:code> <s:Password/> x"
    #expect(body(xml, type: "application/xml") == xml)
  }

  /// A name that is drawn anew is no beginning of one.
  @Test func uuidsAreLeftOutUnderAnyName() {
    let uuid = "0F8FAD5B-D9CB-469F-A165-70867728950E"
    #expect(
      target("/a?session=\(uuid)&session_id=\(uuid)")
        == "/a?session=<uuid>&session_id=<uuid>")
    #expect(
      body(#"{"sid": "\#(uuid)"}"#, type: "application/json")
        == #"{ "sid": "<uuid>" }"#)
  }

  @Test(arguments: [
    ("abcdefgh", "…"), ("a=abcdefgh; b=abcdefgh", "a=abcdef…; b=abcdef…"), ("a=1;", "a=…;"),
  ])
  func cookiesAreShortened(_ value: String, _ shown: String) {
    #expect(field("Cookie", value) == shown)
  }

  /// A client draws by lot what parts a body of several.
  @Test(arguments: [
    ("multipart/form-data; boundary=----c8d9dad0448821c0", "multipart/form-data; boundary=…"),
    (#"multipart/related; Boundary="a;b"; type=x"#, "multipart/related; Boundary=…; type=x"),
    ("application/json; charset=utf-8", "application/json; charset=utf-8"),
  ])
  func boundariesAreLeftOut(_ type: String, _ shown: String) {
    #expect(field("Content-Type", type) == shown)
  }

  @Test(arguments: [
    "", "=", ":", ">", "=:>", "<>", "< >x", "  =x", "\"=\"", "password=", "password", "a=b:c>d",
    "x::y==z", "<password>", "<a b=\"c\">d</a>", "token_type=Bearer", "é=ü",
  ])
  func textsWithoutSecretsStay(_ text: String) {
    #expect(body(text, type: "text/plain") == text)
  }

  @Test(arguments: [
    ("password = 'hunter1' b", "password = '…' b"), ("é=ü password=ü1", "é=ü password=…"),
  ])
  func nothingElseOfATextIsChanged(_ text: String, _ shown: String) {
    #expect(body(text, type: "text/plain") == shown)
  }

  @Test func bodiesOfPartsAreNotShown() {
    let body =
      "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter1\r\n--x--\r\n"
    let messages = HTTPExchange(report: request(1, "POST /db/", body: body)).blocks[0].messages
    #expect(messages[0].body == "(\(body.utf8.count) bytes)")
  }

  @Test func addressesWithoutAPasswordStay() {
    let form = "to=http%3A%2F%2F127.0.0.1%3A9090%2Fcb&hint=a%40b.c&u=http://127.0.0.1:4984/?a=b@c"
    #expect(body(form, type: "application/x-www-form-urlencoded") == form)
  }

  @Test func whatOnlySharesAName() {
    let body =
      #"{ "code": 404, "password": null, "state": "Online", "token": { "a": 1 }, "#
      + #""list": ["a", "b"], "error": { "code": "unexpectedly_not_found" }, "#
      + #""text": "{\"a\":  1}", "reason": "code: invalid, state: Open", "token_type": "Bearer", "ticket": "AB-1" }"#
    let shown = self.body(body, type: "application/json")
    #expect(!shown.contains("…"))
    let words = [
      "404", "null", "Online", "unexpectedly_not_found", #""a": 1"#, #"{\"a\":  1}"#, "invalid",
      "Open", "Bearer",
    ]
    #expect(words.allSatisfy(shown.contains))
  }

  @Test func longBodiesAreCutAndForeignOnesCounted() {
    let rows = JSONValue.array((0..<40).map { ["id": .integer($0), "key": .string("a long key")] })
    let json = [("Content-Type", "application/json")]
    let report =
      request(1, "GET /") + answer(1, 200, fields: json, body: rows.serialized())
      + request(2, "GET /") + answer(2, 200, fields: json, body: "{\"cut off")
      + request(3, "GET /")
      + answer(3, 200, fields: [("Content-Type", "text/html; charset=utf-8")], body: "<p>")
    let bodies = HTTPExchange(report: report).blocks[0].messages.filter(\.isAnswer).map(\.body)
    #expect(bodies[0].split(separator: "\n").count == 24)
    #expect(bodies[0].hasSuffix("\n… (19 more lines)"))
    #expect(bodies[1] == "(9 bytes)")
    #expect(bodies[2] == "(a page)")
  }
}

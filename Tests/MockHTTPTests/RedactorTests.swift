import DocgenMockHTTP
import Testing

/// What is shown of a message: no secrets, and nothing that differs between runs.
@Suite struct RedactorTests {
  private static let form = "application/x-www-form-urlencoded"
  private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJodW50ZXIxIjoxfQ.hunter1"

  @Test(arguments: [
    ("Authorization", "Basic YWxpY2U6c2VjcmV0", "Basic …"),
    ("Authorization", "Bearer \(token)", "Bearer eyJhbG…"), ("Authorization", "hunter1", "…"),
    ("Cookie", "a=abcdefghijkl; b=abcdefgh; c=", "a=abcdef…; b=…; c="), ("Cookie", "abcdefgh", "…"),
    ("Set-Cookie", "S=0123456789abcdef; Path=/", "S=012345…; Path=/"),
    ("Location", "app:/cb#id_token=\(token)&nonce=n-0S6", "app:/cb#id_token=eyJhbG…&nonce=…"),
    (
      "WWW-Authenticate", #"OIDC login="http://op/?code=&state=x", a="b""#,
      #"OIDC login="http://op/?code=&state=…", a="b""#
    ),
    (
      "Content-Type", "multipart/form-data; boundary=----c8d9dad", "multipart/form-data; boundary=…"
    ),
    ("Content-Type", "application/json; charset=utf-8", "application/json; charset=utf-8"),
  ])
  func fields(_ name: String, _ value: String, _ shown: String) {
    #expect(Redactor.field(name, value: value) == shown)
  }

  @Test(arguments: [
    (
      "/token?code=SplxlOBeZQQYbYS6&state=af0ifjsldkj&scope=openid",
      "/token?code=SplxlO…&state=…&scope=openid"
    ),
    ("/db/_session/0123456789abcdef/", "/db/_session/012345…/"),
    ("/db/0F8FAD5B-D9CB-469F-A165-70867728950E?rev=1-a", "/db/<uuid>?rev=1-a"),
    ("/db/_local/sync-\(String(repeating: "f0", count: 20))", "/db/_local/sync-<digest>"),
    ("/db/_local/mine", "/db/_local/mine"),
    ("/a?to=%2Fcb%3Fcode%3DSplxl1hunter1%26x%3D1", "/a?to=%2Fcb%3Fcode%3DSplxl1…%26x%3D1"),
    ("/a?to=%252Fcb%253Fcode%253DSplxl1hunter1", "/a?to=%252Fcb%253Fcode%253DSplxl1…"),
    ("/a?session=2026-autumn-conference", "/a?session=2026-autumn-conference"),
    ("/a?code=&state=", "/a?code=&state="),
  ])
  func targets(_ target: String, _ shown: String) {
    #expect(Redactor.target(target) == shown)
  }

  @Test(arguments: [
    (
      "password=hunter1&grant_type=password&refresh_token=\(token)", form,
      "password=…&grant_type=password&refresh_token=eyJhbG…"
    ),
    (
      "Password=a?hunter1&pass%77ord=hunter2&user_passwd=hunter3&password2=x", form,
      "Password=…&pass%77ord=…&user_passwd=…&password2=x"
    ),
    ("to=/cb?code=Splxl1hunter1&b=2", form, "to=/cb?code=Splxl1…&b=2"),
    (#" {"password": "hunter1", "a": 1}"#, form, #"{"password":"…","a":1}"#),
    (
      #"{"api_key":"hunter1","idToken":"Splxl1hunter2","session_id":"Splxl1hunter3"}"#,
      "application/json",
      #"{"api_key":"…","idToken":"Splxl1…","session_id":"Splxl1…"}"#
    ),
    (
      #"{"a":"{\"b\":[{\"password\":\"hunter1\"}]}"}"#, "application/json",
      #"{"a":"{\"b\":[{\"password\":\"…\"}]}"}"#
    ),
    (
      #"{"url":"app:/login#access_token=Splxl1hunter1&y=1"}"#, "application/json",
      #"{"url":"app:/login#access_token=Splxl1…&y=1"}"#
    ),
    (#"{"url":"http://bob:hunter1@host/"}"#, "application/json", #"{"url":"http://bob:…@host/"}"#),
    (#"{"a": "\#(token)"}"#, "application/json", #"{"a": "eyJhbG…"}"#),
    (#"{"password": "hunter1",}"#, "application/json", #"{"password": "…",}"#),
    (#"{"a": 1, "password": "hunt"#, "application/json", #"{"a": 1, "password": "…"#),
    ("name=bob\npassword=hunter1", "text/plain", "name=bob\npassword=…"),
  ])
  func bodies(_ body: String, _ type: String, _ shown: String) {
    #expect(Redactor.body(body, type: type) == shown)
  }

  /// Words that name a secret elsewhere.
  @Test(arguments: [
    #"{"code": "not_found", "state": "Online", "password": null, "token_type": "Bearer"}"#,
    #"{"channels": ["secret", "public"], "access": {"bob": {"secret": 1}}}"#,
    #"{"properties": {"password": {"type": "string"}}, "maxPasswordLength": 12}"#,
    #"{"filter": "state=open", "b": "code=404", "text": "{\"a\":  1}"}"#,
    #"{"name": "Password policy", "rev": "1-0123456789abcdef0123456789abcdef"}"#,
    "Your password: choose well", "", "=", "a=b:c>d", "password=", "token_type=Bearer",
  ])
  func ordinaryTextStays(_ body: String) {
    #expect(
      Redactor.body(body, type: body.hasPrefix("{") ? "application/json" : "text/plain") == body)
  }
}

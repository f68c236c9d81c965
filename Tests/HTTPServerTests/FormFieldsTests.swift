import DocgenHTTPServer
import DocgenTestSupport
import Testing

@Suite(.fewAtOnce) struct FormFieldsTests {
  @Test(
    arguments: [
      ("", []), ("a=1", ["a:1"]), ("a=1&b=2&a=3", ["a:1", "b:2", "a:3"]), ("a", ["a:"]),
      ("a=b=c", ["a:b=c"]), ("x=%20+%2B", ["x:  +"]), ("&&a=1&", ["a:1"]), ("a=%", ["a:%"]),
      ("a=%zz%41", ["a:%zzA"]), ("%61=%C3%A9", ["a:é"]), ("=v", [":v"]),
    ] as [(String, [String])])
  func decodes(_ encoded: String, _ expected: [String]) {
    #expect(FormFields(encoded).fields.map { "\($0.name):\($0.value)" } == expected)
  }

  @Test func encodesSoThatItDecodesAgain() {
    let pairs = [(name: "a b", value: "1+2&3=4%é/~"), (name: "", value: "")]
    let encoded = FormFields.encode(pairs)
    #expect(encoded == "a+b=1%2B2%263%3D4%25%C3%A9%2F~&=")
    #expect(FormFields(encoded).fields.map(\.value) == pairs.map(\.value))
  }

  /// The unreserved characters of RFC 3986 stay as they are.
  @Test func escapesEverythingElse() {
    for byte in UInt8(0)..<0x80 {
      let text = String(UnicodeScalar(byte))
      let isUnreserved = text.contains(/[A-Za-z0-9._~-]/)
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      let escape = text == " " ? "+" : (byte < 0x10 ? "%0" : "%") + hexadecimal
      #expect(FormFields.escape(text) == (isUnreserved ? text : escape))
    }
    #expect(FormFields.escape("é€😀\r\n") == "%C3%A9%E2%82%AC%F0%9F%98%80%0D%0A")
  }

  @Test func findsHeadersWithoutCase() {
    var headers: HTTPHeaders = ["Content-Type": "a", "content-type": "b", "X": "c"]
    #expect(headers["CONTENT-TYPE"] == "a")
    #expect(headers.values(of: "Content-type") == ["a", "b"])
    headers["content-TYPE"] = "d"
    #expect(headers.fields.map(\.value) == ["c", "d"])
  }

  @Test func splitsTargets() {
    let request = HTTPRequest(method: "GET", target: "/a%20b?x=1?2&y=3")
    #expect(request.path == "/a%20b")
    #expect(request.query == "x=1?2&y=3")
    #expect(request.queryFields["x"] == "1?2")
    #expect(HTTPRequest(method: "GET", target: "/").query == nil)
  }
}

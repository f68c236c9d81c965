import DocgenJSON
import Testing

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("12", 12),
      ("-3.5e2", -350.0), ("1E400x".replacing("E400x", with: "e2"), 100.0), (#""""#, ""),
      (#""a\n\t\"\\\/\u00e9\ud83d\ude00""#, "a\n\t\"\\/é😀"), ("[]", []), ("[1, [2]]", [1, [2]]),
      (#"{"a": {"b": []}}"#, ["a": ["b": []]]), (#""\ud800""#, "\u{FFFD}"),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", 9223372036854775808.0),
    ] as [(String, JSONValue)])
  func parses(_ text: String, _ value: JSONValue) throws {
    try #expect(JSONParser.parse(text) == value)
  }

  @Test(arguments: [
    ("", 1, 1, "expected a value, found the end of the text"),
    (
      "{\n  \"a\": 1,\n}", 3, 1,
      "expected a key in double quotes, found '}'; remove the comma before it"
    ),
    ("[1, 2,]", 1, 7, "expected a value, found ']'; remove the comma before it"),
    ("{\"a\" 1}", 1, 6, "expected ':' after the key 'a', found '1'"),
    ("{\"a\": 1 \"b\": 2}", 1, 9, "expected ',' or '}' after the value of 'a', found '\"'"),
    ("[1 2]", 1, 4, "expected ',' or ']' in the array, found '2'"),
    ("{a: 1}", 1, 2, "expected a key in double quotes, found 'a'"),
    ("01", 1, 2, "a number may not begin with 0"),
    ("1.", 1, 3, "expected a digit, found the end of the text"),
    ("-", 1, 2, "expected a digit, found the end of the text"),
    ("1e999", 1, 1, "the number 1e999 is too large"),
    ("\"a", 1, 1, "the string is not closed"),
    (
      "\"a\nb\"", 1, 3,
      "a string may not hold a line break or control character; write it as an escape"
    ),
    ("\"\\x\"", 1, 2, "unknown escape '\\x'"),
    ("\"\\u12g4\"", 1, 4, "expected four hexadecimal digits after '\\u'"),
    ("tru", 1, 1, "expected a value, found 't'"),
    ("1 2", 1, 3, "unexpected '2' after the value"),
    ("// no\n1", 1, 1, "expected a value, found '/'"),
    ("é", 1, 1, "expected a value, found 'é'"),
  ])
  func refuses(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
    #expect(error?.description == "\(line):\(column): \(message)")
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func remembersPositions() throws {
    let (_, positions) = try JSONParser.parseWithPositions("{\n  \"a\": [1,\n    {\"b\": 2}]\n}")
    #expect(positions.key(at: ["a"]) == .init(line: 2, column: 3))
    #expect(positions.value(at: ["a"]) == .init(line: 2, column: 8))
    #expect(positions.value(at: ["a", "1"]) == .init(line: 3, column: 5))
    #expect(positions.key(at: ["a", "1", "b"]) == .init(line: 3, column: 6))
    #expect(positions.value(at: ["c"]) == nil)
  }

  @Test func keepsTheLastOfEqualKeys() throws {
    let value = try JSONParser.parse(#"{"a": 1, "b": 2, "a": 3}"#)
    #expect(value.object?.keys == ["a", "b"])
    #expect(value["a"] == 3)
  }
}

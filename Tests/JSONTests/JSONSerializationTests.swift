import DocgenJSON
import Testing

@Suite struct JSONSerializationTests {
  @Test(
    arguments: [
      (JSONValue.null, "null"), (1, "1"), (1.5, "1.5"), (true, "true"),
      (["b": 1, "a": [2, "x"]], #"{"b":1,"a":[2,"x"]}"#),
      ("a\"\\\n\r\t\u{1}é/<>&", #""a\"\\\n\r\t\u0001é/<>&""#), ("\u{2028}", #""\u2028""#),
    ] as [(JSONValue, String)])
  func writes(_ value: JSONValue, _ text: String) throws {
    #expect(value.serialized() == text)
    try #expect(JSONParser.parse(text) == value)
  }

  @Test func sortsAndEscapesAsGoDoes() {
    let value: JSONValue = ["b": "<&>", "a": 1, "B": 2]
    let expected = #"{"B":2,"a":1,"b":"\u003c\u0026\u003e"}"#
    #expect(value.serialized(sortedKeys: true, escapesHTML: true) == expected)
  }

  @Test func objectsKeepOrderButCompareWithoutIt() {
    var object: JSONObject = ["a": 1, "b": 2]
    #expect(object == ["b": 2, "a": 1])
    object["a"] = nil
    object["c"] = 3
    #expect(object.keys == ["b", "c"])
    #expect(object.count == 2)
    #expect(object["a"] == nil)
  }
}

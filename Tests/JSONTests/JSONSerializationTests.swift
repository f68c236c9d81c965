import DocgenJSON
import DocgenTestSupport
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

/// Texts that are small but would be large, deep or slow.
@Suite(.fewAtOnce) struct JSONLimitTests {
  @Test func refusesDepth() {
    for text in ["[", "{\"a\":"].map({ String(repeating: $0, count: 100_000) }) {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
      #expect(error?.isLimit == true)
    }
    let deepest = JSONParser.maximumDepth
    let fine = String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)
    #expect(throws: Never.self) { try JSONParser.parse(fine) }
  }

  @Test func refusesMoreValuesThanItTakes() {
    let text = "[" + String(repeating: "0,", count: JSONParser.maximumValueCount) + "0]"
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
    #expect(error?.message == "the text has more than 1000000 values")
    #expect(error?.isLimit == true)
  }

  /// With a place counted from the beginning for every key, this would take minutes.
  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func takesTimeInProportion(_ recordsPositions: Bool) throws {
    let count = 20_000
    let text = "{" + (0..<count).map { "\"key\($0)\":\n\($0)" }.joined(separator: ",") + "}"
    if recordsPositions {
      let (value, positions) = try JSONParser.parseWithPositions(text)
      // Apart from the expectations, which would describe all of the value.
      let members = value.object?.count
      let line = positions.value(at: ["key\(count - 1)"])?.line
      #expect(members == count)
      #expect(line == count + 1)
    } else {
      #expect(try JSONParser.parse(text).object?.count == count)
    }
  }

  @Test func otherErrorsAreNoLimits() {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse("[1,]") }
    #expect(error?.isLimit == false)
  }
}

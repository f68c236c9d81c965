import DocgenJSON
import DocgenTestSupport
import Testing

/// Texts that are small but would be large, deep or slow.
@Suite(.fewAtOnce) struct JSONLimitTests {
  @Test func refusesDepth() {
    for text in [String(repeating: "[", count: 300), String(repeating: "{\"a\":", count: 300)] {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
      #expect(error?.isLimit == true)
    }
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

/// A strict JSON parser (RFC 8259) with lines and columns for errors and values.
///
/// Foundation's decoder gives no positions of values, and unreliable ones of errors; the author of
/// a fixture with a stray comma needs both.
public struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  private var depth = 0
  private var path: [String] = []
  private var positions: JSONPositions?
  private var valueCount = 0
  /// The last computed position; the next one is counted from here.
  private var lastPosition = (offset: 0, line: 1, lineStart: 0)

  /// The maximum nesting, so that no input can exhaust the stack.
  public static let maximumDepth = 256

  /// The maximum number of values: two bytes of text can be a value, which takes many times that in
  /// memory.
  public static let maximumValueCount = 1_000_000

  private init(_ bytes: [UInt8], recordingPositions: Bool) {
    self.bytes = bytes
    if recordingPositions { positions = JSONPositions() }
  }

  /// Parses a complete text; only white space may follow the value.
  public static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// Parses UTF-8 bytes.
  public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes, recordingPositions: false)
    return try parser.parseDocument()
  }

  /// Parses a text and records where each value and key starts.
  public static func parseWithPositions(
    _ text: String
  ) throws(JSONSyntaxError) -> (value: JSONValue, positions: JSONPositions) {
    var parser = JSONParser(Array(text.utf8), recordingPositions: true)
    let value = try parser.parseDocument()
    return (value, parser.positions ?? JSONPositions())
  }

  private mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue {
    if !bytes.isValidUTF8 { throw error("the text is not UTF-8", at: 0) }
    let value = try parseValue()
    skipSpace()
    if index < bytes.count { throw error("unexpected \(found) after the value") }
    return value
  }

  private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    valueCount += 1
    if valueCount > Self.maximumValueCount {
      throw error("the text has more than \(Self.maximumValueCount) values", isLimit: true)
    }
    if positions != nil {
      let start = nextPosition(of: index)
      positions?.record(value: path, at: start)
    }
    switch peek {
    case UInt8(ascii: "{"):
      return try nested { (parser) throws(JSONSyntaxError) in try parser.parseObject() }
    case UInt8(ascii: "["):
      return try nested { (parser) throws(JSONSyntaxError) in try parser.parseArray() }
    case UInt8(ascii: "\""): return .string(try parseString())
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try parseNumber()
    case UInt8(ascii: "t"): return try parse("true", as: .bool(true))
    case UInt8(ascii: "f"): return try parse("false", as: .bool(false))
    case UInt8(ascii: "n"): return try parse("null", as: .null)
    default: throw error("expected a value, found \(found)")
    }
  }

  private mutating func nested(
    _ parse: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    depth += 1
    if depth > Self.maximumDepth {
      throw error("the value is nested more than \(Self.maximumDepth) deep", isLimit: true)
    }
    let value = try parse(&self)
    depth -= 1
    return value
  }

  private mutating func parseObject() throws(JSONSyntaxError) -> JSONValue {
    var object = JSONObject()
    index += 1
    skipSpace()
    if consume("}") { return .object(object) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else {
        let hint = peek == UInt8(ascii: "}") ? "; remove the comma before it" : ""
        throw error("expected a key in double quotes, found \(found)\(hint)")
      }
      let keyStart = index
      let key = try parseString()
      if positions != nil {
        path.append(key)
        let start = nextPosition(of: keyStart)
        positions?.record(key: path, at: start)
        if object[key] != nil { positions?.record(repeatedKey: path, at: start) }
      }
      skipSpace()
      if !consume(":") { throw error("expected ':' after the key '\(key)', found \(found)") }
      object[key] = try parseValue()
      if positions != nil { path.removeLast() }
      skipSpace()
      if consume("}") { return .object(object) }
      if !consume(",") {
        throw error("expected ',' or '}' after the value of '\(key)', found \(found)")
      }
    }
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> JSONValue {
    var elements: [JSONValue] = []
    index += 1
    skipSpace()
    if consume("]") { return .array(elements) }
    while true {
      if positions != nil { path.append(String(elements.count)) }
      skipSpace()
      if peek == UInt8(ascii: "]") {
        throw error("expected a value, found ']'; remove the comma before it")
      }
      elements.append(try parseValue())
      if positions != nil { path.removeLast() }
      skipSpace()
      if consume("]") { return .array(elements) }
      if !consume(",") { throw error("expected ',' or ']' in the array, found \(found)") }
    }
  }

  private mutating func parse(
    _ literal: StaticString, as value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    let expected = literal.withUTF8Buffer { Array($0) }
    guard bytes[index...].starts(with: expected) else {
      throw error("expected a value, found \(found)")
    }
    index += expected.count
    return value
  }
}

extension JSONParser {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// A description of the current character, for messages.
  var found: String {
    guard index < bytes.count else { return "the end of the text" }
    let character = String(decoding: bytes[index...].prefix(4), as: UTF8.self).first ?? "?"
    return bytes[index] < 0x20 ? "a control character" : "'\(character)'"
  }

  func error(
    _ message: String, at offset: Int? = nil, isLimit: Bool = false
  ) -> JSONSyntaxError {
    let position = position(of: offset ?? index)
    return JSONSyntaxError(
      line: position.line, column: position.column, message: message, isLimit: isLimit)
  }

  /// Returns a position after all earlier ones; counts each byte once.
  private mutating func nextPosition(of offset: Int) -> JSONPositions.Position {
    for index in lastPosition.offset..<max(offset, lastPosition.offset) where bytes[index] == 0x0A {
      lastPosition.line += 1
      lastPosition.lineStart = index + 1
    }
    lastPosition.offset = max(offset, lastPosition.offset)
    return JSONPositions.Position(
      line: lastPosition.line, column: offset - lastPosition.lineStart + 1)
  }

  private func position(of offset: Int) -> JSONPositions.Position {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONPositions.Position(line: line, column: offset - lineStart + 1)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

extension [UInt8] {
  fileprivate var isValidUTF8: Bool {
    String(validating: self, as: UTF8.self) != nil
  }
}

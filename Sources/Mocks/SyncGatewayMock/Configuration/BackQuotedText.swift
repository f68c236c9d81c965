import DocgenJSON

/// A configuration text with its back-quoted strings turned into JSON strings.
///
/// Sync Gateway rewrites `` `…` `` before it parses, wherever the back quotes are
/// (`ConvertBackQuotedStrings`, base/util.go): it drops carriage returns and escapes line feeds,
/// tabs, quotes and backslashes. Rewriting moves all bytes after it, so this type stores where each
/// byte came from.
struct BackQuotedText {
  /// The JSON text.
  let json: String
  private let jsonBytes: [UInt8]
  private let original: [UInt8]
  /// For each byte of the JSON text, the offset of its original byte; the last element is for the
  /// end.
  private let origins: [Int]

  init(_ text: String) {
    let original = Array(text.utf8)
    var converted: [UInt8] = []
    var origins: [Int] = []
    var index = 0
    while index < original.count {
      guard original[index] == Self.backQuote, let end = Self.end(of: index, in: original) else {
        converted.append(original[index])
        origins.append(index)
        index += 1
        continue
      }
      for offset in index...end {
        let bytes =
          offset == index || offset == end ? [UInt8(ascii: "\"")] : Self.escaped(original[offset])
        converted += bytes
        origins += bytes.map { _ in offset }
      }
      index = end + 1
    }
    self.original = original
    self.origins = origins + [original.count]
    jsonBytes = converted
    json = String(decoding: converted, as: UTF8.self)
  }

  /// Returns the position in the original text of a position in the JSON text.
  func original(line: Int, column: Int) -> JSONPositions.Position {
    let start = jsonBytes.offset(ofLine: line)
    let offset = origins[min(start + column - 1, origins.count - 1)]
    return original.position(of: offset)
  }

  /// Returns the position of a line in a back-quoted or plain string that begins at a position of
  /// the original.
  func original(line: Int, ofStringAt start: JSONPositions.Position) -> JSONPositions.Position {
    let offset = original.offset(ofLine: start.line) + start.column - 1
    // In a plain JSON string, all lines of the value are on one line of the text.
    guard offset < original.count, original[offset] == Self.backQuote, line > 1 else {
      return start
    }
    return JSONPositions.Position(line: start.line + line - 1, column: 1)
  }

  private static let backQuote = UInt8(ascii: "`")

  /// Returns the offset of the closing back quote: the next one after at least one byte and not
  /// after a backslash.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 2
    while index < bytes.count {
      if bytes[index] == backQuote, bytes[index - 1] != UInt8(ascii: "\\") { return index }
      index += 1
    }
    return nil
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "\r"): []
    case UInt8(ascii: "\n"): Array("\\n".utf8)
    case UInt8(ascii: "\t"): Array("\\t".utf8)
    case UInt8(ascii: "\""): Array("\\\"".utf8)
    case UInt8(ascii: "\\"): Array("\\\\".utf8)
    default: [byte]
    }
  }
}

extension [UInt8] {
  /// Returns the offset of a line, counted from 1.
  fileprivate func offset(ofLine line: Int) -> Int {
    var start = 0
    for _ in 1..<Swift.max(line, 1) {
      guard let end = self[start...].firstIndex(of: 0x0A) else { return count }
      start = end + 1
    }
    return start
  }

  /// Returns the line and column of an offset.
  fileprivate func position(of offset: Int) -> JSONPositions.Position {
    let before = self[..<Swift.min(offset, count)]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONPositions.Position(line: line, column: before.count - start + 1)
  }
}

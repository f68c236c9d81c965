/// An error for bytes that aren't UTF-8, with the first invalid one.
public struct InvalidUTF8: Error, Sendable, Equatable {
  /// The position of the first invalid byte.
  public let position: SourcePosition
  /// The first invalid byte.
  public let byte: UInt8

  init(in bytes: [UInt8]) {
    var decoder = UTF8ByteScan()
    let offset = decoder.firstInvalid(in: bytes)
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    position = SourcePosition(
      line: before.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
    byte = offset < bytes.count ? bytes[offset] : 0
  }
}

/// Finds the first byte of an invalid UTF-8 sequence.
private struct UTF8ByteScan {
  /// Returns the offset of the first invalid sequence.
  mutating func firstInvalid(in bytes: [UInt8]) -> Int {
    var offset = 0
    while offset < bytes.count {
      let length = UTF8ByteScan.length(of: bytes[offset])
      let sequence = bytes[offset..<min(offset + length, bytes.count)]
      guard length > 0, String(validating: sequence, as: UTF8.self) != nil else { return offset }
      offset += length
    }
    return offset
  }

  private static func length(of lead: UInt8) -> Int {
    switch lead {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}

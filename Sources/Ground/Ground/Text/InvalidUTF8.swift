/// An error for bytes that aren't UTF-8, with the first invalid one.
public struct InvalidUTF8: Error, Sendable, Equatable, CustomStringConvertible {
  /// The position of the first invalid byte.
  public let position: SourcePosition
  /// The first invalid byte.
  public let byte: UInt8
  /// Whether the bytes are UTF-16, with or without a byte order mark.
  public let isUTF16: Bool

  /// The problem and its solution, without the position.
  public var description: String {
    if isUTF16 { return "this file is UTF-16; save it as UTF-8" }
    let digits = String(byte, radix: 16, uppercase: true)
    return
      "the byte 0x\(digits.count == 1 ? "0" : "")\(digits) is not UTF-8; save the file as UTF-8"
  }

  init(in bytes: [UInt8]) {
    isUTF16 = Self.isUTF16(bytes)
    let offset = isUTF16 ? 0 : Self.firstInvalid(in: bytes)
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    position = SourcePosition(
      line: before.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
    byte = offset < bytes.count ? bytes[offset] : 0
  }

  /// Returns the offset of the first invalid sequence.
  private static func firstInvalid(in bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }

  /// Whether bytes begin with a mark of UTF-16, or have a zero in every other position, as ASCII
  /// has in UTF-16.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
    let sample = bytes.prefix(200)
    let zeros = sample.indices.filter { sample[$0] == 0 }
    return zeros.count * 4 > sample.count && Set(zeros.map { $0 % 2 }).count == 1
  }
}

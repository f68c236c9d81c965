import DocgenGzip
import Testing

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 64, 5_000, 300_000])
  func whatIsPackedUnpacks(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let packed = GzipEncoder.encode(bytes)
    try #expect(GzipDecoder.decode(packed, limit: count) == bytes)
  }

  @Test func piecesUnpackAsOne() throws {
    let encoder = GzipEncoder()
    let packed = encoder.encode(Array("one".utf8)) + encoder.encode(Array("two".utf8))
    try #expect(GzipDecoder.decode(packed + encoder.finish(), limit: 6) == Array("onetwo".utf8))
  }

  @Test func membersFollowEachOther() throws {
    let packed = GzipEncoder.encode([1]) + GzipEncoder.encode([2])
    try #expect(GzipDecoder.decode(packed, limit: 2) == [1, 2])
  }

  @Test func aBombIsRefused() {
    let bomb = GzipEncoder.encode([UInt8](repeating: 0, count: 10_000_000))
    #expect(bomb.count < 20_000)
    #expect(throws: GzipError.tooLarge(limit: 1_000)) {
      try GzipDecoder.decode(bomb, limit: 1_000)
    }
  }

  @Test func whatIsNotGzipIsRefused() {
    #expect(throws: GzipError.invalidHeader) { try GzipDecoder.decode([], limit: 9) }
    #expect(throws: GzipError.invalidHeader) {
      try GzipDecoder.decode(Array("{}{}".utf8), limit: 9)
    }
    let packed = GzipEncoder.encode(Array("hello".utf8))
    #expect(throws: GzipError.corrupt) {
      try GzipDecoder.decode(Array(packed.dropLast(9)), limit: 9)
    }
    #expect(throws: GzipError.corrupt) {
      try GzipDecoder.decode(packed + [0x1F, 0x8B, 0], limit: 9)
    }
    var wrong = packed
    wrong[packed.count - 6] ^= 1
    #expect(throws: GzipError.corrupt) { try GzipDecoder.decode(wrong, limit: 9) }
  }
}

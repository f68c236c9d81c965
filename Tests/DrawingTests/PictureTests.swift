import DocgenDrawing
import Testing

/// Pictures are compared with each other: Cairo's output depends on its version and its fonts.
@Suite struct PictureTests {
  private static let colors = (0..<256).map { $0 * 0x010101 }

  private static func png(_ draw: (borrowing Picture) -> Void = { _ in }) -> [UInt8] {
    let picture = Picture(width: 301, height: 40)
    draw(picture)
    return picture.png(colors: colors)
  }

  @Test func isAPNGOfItsSize() {
    let png = Self.png { $0.fillColumn(width: 10, color: 255) }
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(png[8..<33].elementsEqual(Self.header))
    #expect(png.suffix(12).elementsEqual([0, 0, 0, 0] + "IEND".utf8 + [0xAE, 0x42, 0x60, 0x82]))
  }

  /// The chunk that says 301 × 40 pixels, eight bits, and a palette; computed with Python's zlib.
  private static let header: [UInt8] =
    [0, 0, 0, 13] + "IHDR".utf8 + [0, 0, 1, 0x2D, 0, 0, 0, 40, 8, 3, 0, 0, 0]
    + [0x9C, 0x87, 0x5C, 0xDB]

  @Test func showsTextAndColor() {
    let pictures = [
      Self.png(), Self.png { $0.fillColumn(width: 10, color: 255) },
      Self.png { $0.fillColumn(width: 10, color: 254) },
      Self.png { $0.write("A", x: 0, y: 30, size: 20, color: 254) },
      Self.png { $0.write("B", x: 0, y: 30, size: 20, color: 254) },
    ]
    #expect(Set(pictures).count == pictures.count)
  }

  /// Characters that would end a text, or the drawing of everything after it, are left out.
  @Test(arguments: [0, 0x1B, 0x7F, 0xFDD0, 0xFFFE, 0x10FFFF] as [UInt32])
  func leavesOutWhatCannotBeDrawn(_ scalar: UInt32) throws {
    let hostile = Character(try #require(Unicode.Scalar(scalar)))
    let plain = Self.png { $0.write("ab", x: 0, y: 30, size: 20, color: 254) }
    #expect(Self.png { $0.write("a\(hostile)b", x: 0, y: 30, size: 20, color: 254) } == plain)
    let picture = Picture(width: 1, height: 1)
    #expect(picture.width(of: "a\(hostile)b", size: 20) == picture.width(of: "ab", size: 20))
  }
}

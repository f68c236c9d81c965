/// The size of an image, so that a page has its room before the image is loaded.
public struct ImageSize: Sendable, Hashable {
  /// The width, in pixels or the units of an SVG.
  public let width: Int
  /// The height, in the same units.
  public let height: Int

  /// Creates a size of at least one pixel; `nil` for others.
  private init?(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Reads the size from a PNG, GIF, JPEG, WebP or SVG file; `nil` for other files.
  public init?(of bytes: some RandomAccessCollection<UInt8>) {
    let file = Bytes(bytes)
    if file.has([0x89, 0x50, 0x4E, 0x47], at: 0) {
      self.init(file.big(4, at: 16), file.big(4, at: 20))
    } else if file.has("GIF8".utf8, at: 0) {
      self.init(file.little(2, at: 6), file.little(2, at: 8))
    } else if file.has([0xFF, 0xD8], at: 0), let frame = file.jpegFrame {
      self.init(file.big(2, at: frame + 7), file.big(2, at: frame + 5))
    } else if file.has("WEBPVP8X".utf8, at: 8) {
      self.init(file.little(3, at: 24) + 1, file.little(3, at: 27) + 1)
    } else if file.has("WEBPVP8L".utf8, at: 8) {
      let sides = file.little(4, at: 21)
      self.init(sides & 0x3FFF + 1, sides >> 14 & 0x3FFF + 1)
    } else if file.has("WEBPVP8 ".utf8, at: 8) {
      self.init(file.little(2, at: 26) & 0x3FFF, file.little(2, at: 28) & 0x3FFF)
    } else if let box = file.viewBox {
      self.init(box.width, box.height)
    } else {
      return nil
    }
  }

  /// The size of an image with half the size of its pixels.
  public var halved: ImageSize? { ImageSize(width / 2, height / 2) }
}

/// The bytes of an image, which may end anywhere.
private struct Bytes<Base: RandomAccessCollection<UInt8>> {
  private let base: Base

  init(_ base: Base) { self.base = base }

  private func bytes(_ count: Int, at offset: Int) -> Base.SubSequence {
    base.dropFirst(offset).prefix(count)
  }

  func has(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
    base.dropFirst(offset).starts(with: bytes)
  }

  /// Returns a number whose first byte is the highest; those after the end are missing.
  func big(_ count: Int, at offset: Int) -> Int {
    bytes(count, at: offset).reduce(0) { $0 << 8 | Int($1) }
  }

  func little(_ count: Int, at offset: Int) -> Int {
    bytes(count, at: offset).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The offset of the JPEG segment with the size: the first start of a frame (ITU-T T.81, B.2.2);
  /// `nil` also if the image may be turned, as Exif can say.
  var jpegFrame: Int? {
    var offset = 2
    while has([0xFF], at: offset), offset + 9 < base.count {
      let marker = big(1, at: offset + 1)
      if marker == 0xE1, has("Exif".utf8, at: offset + 4) { return nil }
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) { return offset }
      offset += 2 + big(2, at: offset + 2)
    }
    return nil
  }

  /// The size of an SVG.
  var viewBox: (width: Int, height: Int)? {
    let text = String(decoding: base.prefix(4_000), as: UTF8.self)
    guard let box = text.firstMatch(of: /<svg[^>]*\sviewBox=["']([^"']*)/) else { return nil }
    let numbers = box.1.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e6 }) else { return nil }
    return (Int(numbers[2].rounded()), Int(numbers[3].rounded()))
  }
}

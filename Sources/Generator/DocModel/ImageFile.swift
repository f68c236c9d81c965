/// The properties of an image in its file's name.
public enum ImageFile {
  private static let endings: Set = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]

  /// Whether a path names an image.
  public static func isImage(_ path: String) -> Bool {
    endings.contains(path.split(separator: ".").last?.lowercased() ?? "")
  }

  /// Whether a name refers to a file, as in DocC: `map` and `map.png` for `map.png`, `map@2x.png` and
  /// `map~dark.png`, of which the alphabetically first is the best.
  public static func isNamed(_ name: some StringProtocol, in path: String) -> Bool {
    let own = path.split(separator: "/").last ?? ""
    let ending =
      name.contains(".") && isImage(String(name))
      ? (name.split(separator: ".").last?.count ?? 0) + 1 : 0
    return isImage(path) && own.hasPrefix(name.dropLast(ending))
      && own.hasSuffix(name.suffix(ending))
      && ".@~".contains(own.dropFirst(name.count - ending).first ?? " ")
  }
}

/// The size of an image, so that a page has its room before the image is loaded.
public struct ImageSize: Sendable, Hashable {
  /// The width, in pixels or the units of an SVG.
  public let width: Int
  /// The height, in the same units.
  public let height: Int

  /// Reads the size from the beginning of a PNG or SVG file; `nil` for other files.
  public init?(of bytes: [UInt8]) {
    if bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      width = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
      height = bytes[20..<24].reduce(0) { $0 << 8 | Int($1) }
    } else {
      let text = String(decoding: bytes.prefix(4_000), as: UTF8.self)
      guard let box = text.firstMatch(of: /<svg[^>]*\sviewBox=["']([^"']*)/) else { return nil }
      let numbers = box.1.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e6 }) else { return nil }
      (width, height) = (Int(numbers[2].rounded()), Int(numbers[3].rounded()))
    }
    guard width > 0, height > 0 else { return nil }
  }
}

/// What the name of a file says of an image.
public enum ImageFile {
  private static let endings: Set = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]

  /// Whether a path names an image.
  public static func isImage(_ path: String) -> Bool {
    endings.contains(path.split(separator: ".").last?.lowercased() ?? "")
  }

  /// Whether a name without an ending stands for a file, as in DocC: `map` for `map.png`,
  /// `map@2x.png` and `map~dark.png`, of which the alphabetically first is the best.
  public static func isNamed(_ name: some StringProtocol, in path: String) -> Bool {
    let own = path.split(separator: "/").last ?? ""
    return isImage(path) && own.hasPrefix(name)
      && ".@~".contains(own.dropFirst(name.count).first ?? " ")
  }
}

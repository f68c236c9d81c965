/// The properties of an image in its file's name.
public enum ImageFile {
  private static let endings: Set = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]

  /// Whether a path names an image.
  public static func isImage(_ path: String) -> Bool {
    endings.contains(path.split(separator: ".").last?.lowercased() ?? "")
  }

  /// Whether a name refers to a file, as in DocC: `map` and `map.png` for `map.png`, `map@2x.png`
  /// and `map~dark.png`, of which the alphabetically first is the best.
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

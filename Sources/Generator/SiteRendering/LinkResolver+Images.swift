import DocgenGround

/// The files that DocC has for one image: `map@2x.png` for sharp displays, and `map~dark.png`.
struct ImageVariants: Equatable {
  /// The path of the image itself, if it has twice the size that readers see.
  var double: String?
  /// The path of the image for dark pages.
  var dark: String?

  /// Whether an image's pixels are half the size of others.
  static func isDouble(_ path: String) -> Bool { path.contains(bytesOf: "@2x.") }
}

extension LinkResolver {
  /// Returns the variants of an image in a DocC catalog; `nil` when there is only one.
  func variants(ofImage destination: String, from page: SiteMap.Page) -> ImageVariants? {
    guard case .asset(let path) = resolve(destination, from: page, isImage: true),
      path.contains(bytesOf: ".docc/"), let dot = path.lastIndex(of: ".")
    else { return nil }
    let isDouble = ImageVariants.isDouble(path)
    let name = path[..<dot].dropLast(isDouble ? "@2x".count : 0)
    let dark = ["~dark@2x", "~dark"].map { "\(name)\($0)\(path[dot...])" }
      .first(where: site.assets.contains)
    let variants = ImageVariants(double: isDouble ? path : nil, dark: dark)
    return variants == ImageVariants() ? nil : variants
  }
}

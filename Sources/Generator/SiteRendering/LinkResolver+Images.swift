import DocgenDocModel
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

  /// Returns the attributes with the size that readers see, so that the text stays where it is when the image
  /// is loaded.
  func size(of image: Inline.Link, on page: SiteMap.Page) -> String {
    guard let size = size(ofImage: image.destination, from: page) else {
      return image.width.map { " width=\"\($0)\"" } ?? ""
    }
    guard let width = image.width else {
      return " width=\"\(size.width)\" height=\"\(size.height)\""
    }
    let height = Int(width).map { $0 * size.height / size.width }
    return " width=\"\(width)\"" + (height.map { " height=\"\($0)\"" } ?? "")
  }

  /// Returns the size of an image that isn't an SVG, which may be meant to be as wide as its page; `nil` if it
  /// isn't known.
  func size(ofImage destination: String, from page: SiteMap.Page) -> ImageSize? {
    guard !site.imageSizes.isEmpty,
      case .asset(let path) = resolve(destination, from: page, isImage: true),
      !path.lowercased().hasSuffix(".svg"), let pixels = site.imageSizes[path]
    else { return nil }
    return ImageVariants.isDouble(path) ? pixels.halved : pixels
  }

  /// Returns the image with a name, if it is in one folder only.
  func image(named name: String) -> String? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    let found = SiteMap.authors(site.assets).filter { path in
      let own = path.split(separator: "/").last ?? ""
      return own == name || ImageFile.isNamed(name, in: path)
    }
    let folders = Set(found.map { SitePath.folder(of: $0) })
    return folders.count == 1 ? found.min() : nil
  }

  /// Returns the only image whose path ends with another, as in Jekyll's collections, whose folders are
  /// no part of addresses.
  func image(at paths: [String]) -> String? {
    let found = Set(paths.filter { $0.contains("/") }.flatMap(site.known.files.paths))
    return found.count == 1 ? found.first : nil
  }
}

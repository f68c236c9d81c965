import DocgenDocModel
import DocgenGround

extension LinkResolver {
  /// Whether an image of a DocC catalog has twice the size that readers see, such as `map@2x.png`.
  static func isDouble(_ path: String) -> Bool { path.contains(bytesOf: "@2x.") }

  /// Returns the files that a DocC catalog has for one image: the image itself if it has twice the
  /// size that readers see, and `map~dark.png`, for dark pages; `nil` for any other image.
  func variants(
    ofImage destination: String, from page: SiteMap.Page
  ) -> (double: String?, dark: String?)? {
    guard case .asset(let path) = resolve(destination, from: page, isImage: true),
      path.contains(bytesOf: ".docc/"), let dot = path.lastIndex(of: ".")
    else { return nil }
    let isDouble = Self.isDouble(path)
    let name = path[..<dot].dropLast(isDouble ? "@2x".count : 0)
    let dark = ["~dark@2x", "~dark"].map { "\(name)\($0)\(path[dot...])" }
      .first(where: site.assets.contains)
    return isDouble || dark != nil ? (isDouble ? path : nil, dark) : nil
  }

  /// Returns the attributes with the size that readers see, so that the text stays where it is when
  /// the image is loaded; an SVG without a width from its author may be meant to be as wide as its
  /// page.
  func size(of image: Inline.Link, on page: SiteMap.Page) -> String {
    let isDrawing = SitePath.path(of: image.destination).lowercased().hasSuffix(".svg")
    guard !isDrawing || image.width != nil,
      let size = size(ofImage: image.destination, from: page)
    else {
      return image.width.map { " width=\"\($0)\"" } ?? ""
    }
    guard let width = image.width else {
      return " width=\"\(size.width)\" height=\"\(size.height)\""
    }
    let height = Int(width).map { $0 * size.height / size.width }
    return " width=\"\(width)\"" + (height.map { " height=\"\($0)\"" } ?? "")
  }

  /// Returns the size of an image; `nil` if it isn't known.
  func size(ofImage destination: String, from page: SiteMap.Page) -> ImageSize? {
    guard !site.imageSizes.isEmpty,
      case .asset(let path) = resolve(destination, from: page, isImage: true),
      let pixels = site.imageSizes[path]
    else { return nil }
    return Self.isDouble(path) ? pixels.halved : pixels
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

  /// Returns the only image whose path ends with another, as in Jekyll's collections, whose folders
  /// are no part of addresses.
  func image(at paths: [String]) -> String? {
    let found = Set(paths.filter { $0.contains("/") }.flatMap(site.known.files.paths))
    return found.count == 1 ? found.first : nil
  }
}

import DocgenDocModel

/// The addresses of the published site; it has none without `base_url`.
struct PublicAddresses {
  private let base: String
  private let endsWithIndex: Bool

  init?(_ configuration: SiteConfiguration) {
    guard let base = configuration.baseURL else { return nil }
    self.base = base
    endsWithIndex = configuration.addressesEndWithIndex
  }

  /// The address of the site.
  var home: String { address(of: "index.html") }

  /// Returns the address of a file, as servers show it: `guides/` for `guides/index.html`, unless
  /// the site's configuration asks for the file's name.
  func address(of path: String) -> String {
    base + Self.address(of: path, endsWithIndex: endsWithIndex)
  }

  /// Returns the same, below the address of the site.
  static func address(of path: String, endsWithIndex: Bool) -> String {
    let address = SitePath.reference(from: "index.html", to: path)
    let isIndex = path == "index.html" || path.hasSuffix("/index.html")
    return isIndex && !endsWithIndex ? String(address.dropLast("index.html".count)) : address
  }
}

/// The use of an HTML attribute that names a file or a page.
enum AddressAttribute {
  /// A page or a file.
  case page
  /// A file.
  case file
  /// Images for different widths (HTML 4.8.4.2.1).
  case images

  private static let pages: Set = ["a href", "area href", "embed src", "iframe src", "object data"]
  private static let files: Set = [
    "audio src", "img src", "input src", "link href", "script src", "source src", "track src",
    "video poster", "video src",
  ]

  /// Creates the use of an attribute; `nil` for one that names nothing.
  init?(_ attribute: String, of element: String) {
    let name = "\(element) \(attribute)"
    if Self.pages.contains(name) {
      self = .page
    } else if Self.files.contains(name) {
      self = .file
    } else if name == "img srcset" || name == "source srcset" {
      self = .images
    } else {
      return nil
    }
  }

  /// Returns the addresses in a value.
  func addresses(in value: String) -> [String] {
    var addresses: [String] = []
    _ = mapped(value) {
      addresses.append($0)
      return $0
    }
    return addresses
  }

  /// Returns a value with each address replaced.
  func mapped(_ value: String, _ replace: (String) -> String) -> String {
    switch self {
    case .page: return replace(value)
    case .file: return value.isEmpty ? value : replace(value)
    case .images:
      // An address of this scheme may contain commas.
      guard !value.contains("data:") else { return value }
      return value.split(separator: ",").map { candidate in
        let text = candidate.drop(while: \.isWhitespace)
        let address = text.prefix { !$0.isWhitespace }
        return replace(String(address)) + text.dropFirst(address.count)
      }.joined(separator: ", ")
    }
  }
}

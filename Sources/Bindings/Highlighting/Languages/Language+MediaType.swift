extension Language {
  /// Returns the language of a lower-case media type, with or without parameters.
  static func byMediaType(_ mediaType: String) -> Language? {
    let essence = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    switch essence.split(separator: "/").last.map(String.init) ?? "" {
    case let subtype where subtype == "json" || subtype.hasSuffix("+json"): return byName["json"]
    case "html", "xhtml+xml": return byName["html"]
    case let subtype where subtype == "xml" || subtype.hasSuffix("+xml"): return byName["xml"]
    case "javascript": return byName["javascript"]
    case "css": return byName["css"]
    default: return nil
    }
  }
}

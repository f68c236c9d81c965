import DocModel
import Ground

/// Links to symbols: names in double backquotes, as in DocC, and names of types and functions in any code of
/// the reference.
extension LinkResolver {
  /// What a piece of code is to the reference.
  enum Symbol: Equatable {
    /// Described on the page at this path, perhaps in the section of this anchor.
    case described(path: String, fragment: String?)
    /// A name in double backquotes that no symbol has.
    case unknown
    /// Code like any other.
    case none
  }

  func symbol(named name: String, at inline: Inline, on page: SiteMap.Page) -> Symbol {
    guard !site.symbols.isEmpty else { return .none }
    let isInReference = page.path.hasPrefix("reference/")
    // The range is that of the text between the backquotes.
    let start = inline.range.start
    let before = page.document.file.line(start.line).utf8.prefix(start.column - 1)
    let isSymbolLink = before.suffix(2).elementsEqual("``".utf8) && Self.isSymbolName(name)
    // A single word in lower case is more often a parameter than a member.
    let isQualified = name.first?.isUppercase == true || name.contains { ".(".contains($0) }
    guard isSymbolLink || isInReference && isQualified else { return .none }
    // On the page of a type its members need no prefix.
    let type = isInReference ? page.document.metadata.title + "." : ""
    guard let target = site.symbols[type + name] ?? site.symbols[name] else {
      return isSymbolLink ? .unknown : .none
    }
    if target == page.path { return .none }
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    return .described(path: parts[0], fragment: parts.count > 1 ? parts[1] : nil)
  }

  /// The message for a name that no symbol has.
  func unknownSymbol(_ name: String) -> Diagnostic.Message {
    .unknownSymbol(name, nearest: Suggestion.closest(to: name, among: Array(site.symbols.keys)))
  }

  private static func isSymbolName(_ text: String) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_./():".contains($0) }
  }
}

extension Diagnostic.Message {
  static func unknownSymbol(_ name: String, nearest: String?) -> Self {
    let way = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return Self(
      .unknownSymbol,
      "no public symbol of the documented modules is called '\(name)'\(way)")
  }
}

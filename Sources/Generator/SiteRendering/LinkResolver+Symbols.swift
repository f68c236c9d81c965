import DocgenDocModel
import DocgenGround

/// Links to symbols and articles as in DocC, and names of types and functions in any code of the
/// reference.
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

  /// Whether code is between double backquotes and may be the name of a symbol.
  static func isSymbolLink(_ name: String, at inline: Inline, in file: SourceFile) -> Bool {
    // The range is that of the text between the backquotes.
    let start = inline.range.start
    let before = file.line(start.line).utf8.prefix(start.column - 1)
    return before.suffix(2).elementsEqual("``".utf8) && isSymbolName(withoutHash(name))
  }

  func symbol(
    named name: String, isSymbolLink: @autoclosure () -> Bool, on page: SiteMap.Page
  ) -> Symbol {
    guard !site.symbols.isEmpty else { return .none }
    let isSymbolLink = isSymbolLink()
    let isInReference = page.path.hasPrefix("reference/")
    // A single word in lower case is more often a parameter than a member.
    let isQualified = name.first?.isUppercase == true || name.contains { ".(".contains($0) }
    guard isSymbolLink || isInReference && isQualified else { return .none }
    let catalog = Self.module(ofCatalogWith: page)
    let scope = scope(of: page, in: catalog)
    let found = isSymbolLink ? documented(name, in: scope) : documented(asWritten: name, in: scope)
    guard let target = found?.target, isSymbolLink || isMeant(name, by: target, on: page) else {
      // A catalog may be that of a module without a reference.
      let isDocumented = catalog.map { site.symbols[$0] != nil } ?? true
      // The compiler derives operators such as `==` without a symbol.
      let isOperator = Self.operatorStart(of: name) != nil
      return isSymbolLink && isDocumented && !isOperator ? .unknown : .none
    }
    if target == page.path { return .none }
    let (path, fragment) = SitePath.parts(of: target)
    return .described(path: path, fragment: fragment)
  }

  /// Returns the module and the type in which the names on a page come first.
  private func scope(of page: SiteMap.Page, in catalog: String?) -> String {
    if let catalog { return page.metadata.symbol ?? catalog }
    let module = site.module(ofReferencePage: page.path).map { $0 + "." } ?? ""
    return page.path.hasPrefix("reference/") ? module + page.title : ""
  }

  /// Whether code without double backquotes names a symbol of the page's module, or of the module
  /// that it begins with; a name such as `Result` may also be that of a type in no documented
  /// module.
  private func isMeant(_ name: String, by target: String, on page: SiteMap.Page) -> Bool {
    guard let module = site.module(ofReferencePage: page.path),
      let other = site.module(ofReferencePage: target), other != module
    else { return true }
    return name.prefix { $0 != "." } == other
  }

  /// Returns what is said of the symbol that double backquotes on a page name; empty if nothing is,
  /// or if it is unclear which overload they name.
  func summary(ofSymbol name: String, on page: SiteMap.Page) -> String {
    let scope = scope(of: page, in: Self.module(ofCatalogWith: page))
    return documented(asWritten: name, in: scope)?.summary ?? ""
  }

  /// Returns a symbol by its name.
  ///
  /// On the page of a type, its members and those of the types around it need no prefix.
  private func documented(_ name: String, in scope: String) -> DocumentedSymbol? {
    let bare = Self.withoutHash(name)
    // The first overload has the name without the distinction.
    return documented(asWritten: name, in: scope)
      ?? (bare == name ? nil : documented(asWritten: bare, in: scope))
  }

  private func documented(asWritten name: String, in scope: String) -> DocumentedSymbol? {
    let start = Self.operatorStart(of: name) ?? name.endIndex
    let dotted = String(name[..<start]).replacing("/", with: ".") + name[start...]
    let first = dotted.prefix { $0 != "." }
    // With its module, a name means that.
    if first.endIndex < dotted.endIndex, let found = site.symbols[dotted],
      site.module(ofReferencePage: "reference/\(first)/") != nil
    {
      return found
    }
    let types = scope.split { "./".contains($0) }
    // On the page of an extension, the type's own module knows most of its members.
    for var types in [types[...], types.dropFirst()] {
      while !types.isEmpty {
        if let found = site.symbols[types.joined(separator: ".") + "." + dotted] { return found }
        types.removeLast()
      }
    }
    return site.symbols[dotted] ?? site.symbols[name]
  }

  /// Returns the name in a DocC link to an article or a symbol, such as `doc:SigningIn` or
  /// `doc:/documentation/Trips/SigningIn`.
  static func article(in destination: String) -> String? {
    guard destination.hasPrefix("doc:"), !destination.hasPrefix("doc://") else { return nil }
    let name = destination.dropFirst("doc:".count).prefix { $0 != "#" }
    return String(name.trimmingPrefix("/documentation/"))
  }

  func article(
    _ name: String, for destination: String, from page: SiteMap.Page
  ) -> Resolution {
    let fragment = destination.firstIndex(of: "#").map {
      String(destination[destination.index(after: $0)...])
    }
    if name.isEmpty { return checkFragment(fragment, on: site.page(at: page.path) ?? 0) }
    if let found = site.article(named: name, from: page) {
      return checkFragment(fragment, on: found)
    }
    let scope = scope(of: page, in: Self.module(ofCatalogWith: page))
    if let (path, fragment) = documented(name, in: scope).map({ SitePath.parts(of: $0.target) }),
      let found = site.page(at: path)
    {
      return .page(found, fragment: fragment)
    }
    return .broken(.other(.brokenArticle(destination)))
  }

  /// Returns a name without DocC's distinction of overloads, such as `-2266j`, `-(Int)` or `->Int`.
  static func withoutHash(_ name: String) -> String {
    let dash = ["-(", "->"].compactMap { name.firstRange(of: $0)?.lowerBound }.min()
    if let dash, dash > name.startIndex {
      let last = name[name.index(before: dash)]
      return last == ")" || last.isIdentifierPart ? String(name[..<dash]) : name
    }
    guard let dash = name.lastIndex(of: "-"), name.first?.isLetter == true,
      name[dash...].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." })
    else { return name }
    return String(name[..<dash])
  }

  /// Returns a symbol's own name, as DocC shows it: `go(to:)` for `Trip/go(to:)-2266j`.
  static func ownName(of name: String) -> String {
    let name = withoutHash(name)
    let path = name[..<(operatorStart(of: name) ?? name.endIndex)]
    return path.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The message for a name that no symbol has.
  func unknownSymbol(_ name: String) -> Diagnostic.Message {
    .unknownSymbol(name, nearest: Suggestion.nearest(to: name, among: site.symbols.keys))
  }

  /// Returns the module whose DocC catalog contains a page: the folder above the catalog.
  private static func module(ofCatalogWith page: SiteMap.Page) -> String? {
    let folders = SitePath.folder(of: page.summary.source)
    guard let catalog = folders.firstIndex(where: { $0.hasSuffix(".docc") }), catalog > 0 else {
      return nil
    }
    return String(folders[catalog - 1])
  }

  private static func isSymbolName(_ text: String) -> Bool {
    operatorStart(of: text) != nil
      || text.first?.isLetter == true
        && text.allSatisfy { $0.isLetter || $0.isNumber || "_./():".contains($0) }
  }

  /// Returns where an operator's own name begins, such as `/` in `Money//(_:_:)`; `nil` for other
  /// names.
  private static func operatorStart(of name: String) -> String.Index? {
    guard name.hasSuffix("_:)") else { return nil }
    return name.wholeMatch(of: /(?:\w+[.\/])*([^\w\s():]+)\(_:(?:_:)?\)/)?.1.startIndex
  }
}

extension SiteMap {
  /// Returns the module of a page of the reference, at `reference/MODULE/…`.
  func module(ofReferencePage path: String) -> String? {
    guard path.hasPrefix("reference/"),
      let name = path.split(separator: "/").dropFirst().first.map(String.init),
      symbols[name]?.target == "reference/\(name)/index.html"
    else { return nil }
    return name
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

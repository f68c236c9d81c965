extension ModuleReference {
  /// Returns the section of a symbol without a page of its own.
  ///
  /// - Parameter type: the type that the symbol is described with.
  mutating func section(
    of symbol: SymbolGraph.Symbol, in type: SymbolGraph.Symbol? = nil, on path: String
  ) -> [DocumentedLine] {
    let words = symbol.name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let name = words.isEmpty ? "operator" : words.joined(separator: "-")
    var anchor = name
    var number = 1
    while !taken.insert("\(path)#\(anchor)").inserted {
      number += 1
      anchor = "\(name)-\(number)"
    }
    describe(symbol, at: "\(path)#\(anchor)")
    let comment = comment(of: symbol)
    return ["### `\(symbol.name)` {#\(anchor)}", ""]
      + declaration(of: symbol, in: type) + comment.summary + comment.discussion
      + origin(of: symbol) + defaults(of: symbol) + [""]
  }

  /// Returns the declaration of a symbol, and when and where it is available.
  ///
  /// - Parameter type: the type that the symbol is described with, whose availability goes without
  ///   saying.
  func declaration(
    of symbol: SymbolGraph.Symbol, in type: SymbolGraph.Symbol? = nil
  ) -> [DocumentedLine] {
    let known = type?.availabilityText ?? []
    let isRequired =
      relations.defaults[symbol.identifier.precise]?.isEmpty == true
      && symbol.kind.identifier != "swift.associatedtype"
    let texts =
      symbol.availabilityText.filter { !known.contains($0) }
      + [isRequired ? "**Required.**" : nil, symbol.conditionText].compactMap(\.self)
    let lines = symbol.declaration.split(whereSeparator: \.isNewline).map {
      DocumentedLine(String($0))
    }
    return Self.paragraphs(texts) + ["```swiftinterface"] + lines + ["```", ""]
  }

  private static func paragraphs(_ texts: [String]) -> [DocumentedLine] {
    texts.flatMap { [DocumentedLine($0), ""] }
  }

  /// Returns where the comment comes from, and the link to the declaration's line.
  func origin(of symbol: SymbolGraph.Symbol) -> [DocumentedLine] {
    guard symbol.docComment != nil,
      let requirement = relations.requirements[symbol.identifier.precise]
    else { return link(to: symbol) }
    return ["", "The comment is that of `\(requirement)`."] + link(to: symbol)
  }

  private func link(to symbol: SymbolGraph.Symbol) -> [DocumentedLine] {
    guard let location = symbol.location, let file = path(of: location.uri) else { return [] }
    let line = location.position.line + 1
    if let source { return ["", "[\(file), line \(line)](\(source)\(file)#L\(line))"] }
    return symbol.isType ? ["", "Declared in `\(file)`."] : []
  }

  /// Returns what is said of a requirement's default implementations.
  private func defaults(of requirement: SymbolGraph.Symbol) -> [DocumentedLine] {
    let protocolName = requirement.pathComponents.dropLast().joined(separator: ".")
    var lines: [DocumentedLine] = []
    for symbol in relations.defaults[requirement.identifier.precise] ?? [] {
      let name = symbol.pathComponents.dropLast().joined(separator: ".")
      let owner = name == protocolName ? "" : " of `\(name)`"
      lines += ["", "**Default implementation\(owner).**", ""]
      lines += Self.paragraphs(symbol.availabilityText + [symbol.conditionText].compactMap(\.self))
      // Without its own, it has the comment above.
      if relations.requirements[symbol.identifier.precise] == nil {
        let comment = comment(of: symbol)
        lines += comment.summary + comment.discussion
      }
      lines += link(to: symbol)
    }
    return lines
  }
}

import DocgenSiteRendering

extension ModuleReference {
  /// Returns the page of the module: its types, what it adds to others, and what belongs to no
  /// type.
  mutating func overview(of types: [SymbolGraph.Symbol]) -> ReferencePage {
    let path = "reference/\(module)/index.html"
    describe([module], at: path, declaration: "import \(module)")
    var lines: [DocumentedLine] = []
    for (kind, title) in Self.kinds {
      let found = types.filter { $0.kind.identifier == kind }
      if found.isEmpty { continue }
      lines += ["", "## \(title)", ""]
      lines += found.flatMap { item(for: $0, at: "\($0.fullName)/index.html") }
    }
    if !relations.extended.isEmpty { lines += ["", "## Extensions", ""] }
    for (type, name) in relations.extended.sorted(by: { $0.value < $1.value }) {
      let names = Set((relations.members[type] ?? []).map(\.name)).sorted().map { member in
        let target = described["\(name).\(member)"]?.target
        let link = target?.dropFirst("reference/\(module)/".count)
        return link.map { "[`\(member)`](\($0))" } ?? "`\(member)`"
      }
      lines.append("- [`\(name)`](\(name)/index.html): \(names.joined(separator: ", "))")
    }
    let free = symbols.filter { $0.pathComponents.count == 1 && !$0.isType }
    let macros = free.filter { $0.kind.identifier == "swift.macro" }
    let others = free.filter { $0.kind.identifier != "swift.macro" }
    for (title, symbols) in [
      ("Macros", macros), ("Variables", others.filter { $0.topic == .properties }),
      ("Functions and type aliases", others.filter { $0.topic != .properties }),
    ] where !symbols.isEmpty {
      lines += ["", "## \(title)", ""]
      for symbol in symbols { lines += section(of: symbol, on: path) }
    }
    return ReferencePage(
      title: module, id: module, path: path, description: "The public types of \(module).",
      module: module, introduction: ["```swiftinterface", "import \(module)", "```"], lines: lines)
  }

  /// Returns a type in a list of types.
  private func item(for type: SymbolGraph.Symbol, at address: String) -> [DocumentedLine] {
    let link = "- [`\(type.fullName)`](\(address))"
    var lines = comment(of: type).summary
    for index in lines.indices {
      // Names of its members, and of those of the types around it, are known on its own page only.
      lines[index].text.replace(/``([^`]+)``/) { match in
        var scope = type.pathComponents
        while !scope.isEmpty {
          let name = (scope + [String(match.1)]).joined(separator: "/")
          if names.contains(name.replacing(".", with: "/")) { return "``\(module)/\(name)``" }
          scope.removeLast()
        }
        return String(match.0)
      }
      lines[index].insert(index == 0 ? "\(link): " : "  ")
    }
    return lines.isEmpty ? [DocumentedLine(link)] : lines
  }

  private static let kinds = [
    ("swift.class", "Classes and actors"), ("swift.struct", "Structures"),
    ("swift.enum", "Enumerations"), ("swift.protocol", "Protocols"),
  ]

  /// Returns the page of a type.
  mutating func page(of type: SymbolGraph.Symbol) -> ReferencePage {
    let path = "reference/\(module)/\(type.fullName)/index.html"
    describe(type, at: path)
    let comment = comment(of: type)
    return ReferencePage(
      title: type.fullName, id: "\(module).\(type.fullName)", path: path,
      description: comment.summaryText.replacing("`", with: ""),
      module: module, type: type.fullName,
      introduction: declaration(of: type) + comment.discussion + origin(of: type),
      lines: members(of: type.identifier.precise, in: type, on: path))
  }

  /// Returns the page of the extensions of another module's type.
  ///
  /// - Parameter name: the name with that of its module.
  mutating func page(of identifier: String, named name: String) -> ReferencePage {
    let path = "reference/\(module)/\(name)/index.html"
    let type = String(name.drop { $0 != "." }.dropFirst())
    describe([name, "\(module).\(name)"], at: path, declaration: "extension \(type)")
    return ReferencePage(
      title: type, id: "\(module).\(name)", path: path,
      description: "What \(module) adds to \(name).", module: module,
      introduction: ["```swiftinterface", "import \(module)", "", "extension \(type)", "```"],
      lines: members(of: identifier, on: path))
  }

  /// Returns the sections of a type's members, and the names of its superclass and its protocols.
  ///
  /// - Parameter type: the type; `nil` for that of another module.
  private mutating func members(
    of identifier: String, in type: SymbolGraph.Symbol? = nil, on path: String
  ) -> [DocumentedLine] {
    var lines: [DocumentedLine] = []
    let members = relations.members[identifier] ?? []
    for topic in SymbolGraph.Symbol.Topic.allCases {
      let found = members.filter { $0.topic == topic }
      if found.isEmpty { continue }
      lines += ["", "## \(topic.title)", ""]
      for member in found {
        lines +=
          member.isType
          ? item(for: member, at: "../\(member.fullName)/index.html")
          : section(of: member, in: type, on: path)
      }
    }
    for (title, names) in [
      ("Inherits from", relations.superclasses[identifier]),
      ("Conforms to", relations.conformances[identifier]),
    ] {
      guard let names else { continue }
      lines += ["", "## \(title)", "", "\(names.joined(separator: ", "))"]
    }
    return lines
  }
}

import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import Foundation

/// The reference of one module: a page for the module, and one for each public type.
struct ModuleReference {
  /// The pages, the module's own first.
  private(set) var pages: [ReferencePage] = []
  /// Where each symbol is described: a page's path with a fragment, by the symbol's names.
  private(set) var targets: [String: String] = [:]
  /// What is said of each symbol, by the same names.
  private(set) var notes: [String: SymbolNote] = [:]

  /// The addresses of all sections; `targets` has none of a second overload.
  private var taken: Set<String> = []
  private let module: String
  /// The site's folder, with `/` at its end.
  private let root: String
  let symbols: [SymbolGraph.Symbol]
  let relations: SymbolRelations
  /// The address that a source file's path is appended to.
  private let source: String?

  init(of graph: SymbolGraph, module: String, root: String, source: String? = nil) {
    self.module = module
    self.root = root
    self.source = source
    symbols = graph.symbols.sorted { $0.order < $1.order }
    relations = SymbolRelations(of: graph, module: module)
    let types = symbols.filter(\.isType)
    // The module's page links to sections of these.
    let extensions = relations.extended.sorted { $0.value < $1.value }
      .map { page(of: $0.key, named: $0.value) }
    pages.append(overview(of: types))
    pages += types.map { page(of: $0) } + extensions
  }

  /// Returns the path of a file below the root; `nil` for a file elsewhere.
  func path(of uri: String) -> String? {
    let path = (uri.hasPrefix("file://") ? String(uri.dropFirst(7)) : uri).removingPercentEncoding
    guard let path, path.hasPrefix(root) else { return nil }
    return String(path.dropFirst(root.count))
  }

  private func address(of type: SymbolGraph.Symbol) -> String {
    "reference/\(module)/\(type.fullName)/index.html"
  }

  /// The lines of all comments, as they were when the module was built.
  var comments: [DocumentedLine] { symbols.flatMap { lines(of: $0) } }

  func comment(of symbol: SymbolGraph.Symbol) -> DocComment { DocComment(lines(of: symbol)) }

  private func lines(of symbol: SymbolGraph.Symbol) -> [DocumentedLine] {
    let isInherited = relations.requirements[symbol.identifier.precise] != nil
    let file = isInherited ? nil : symbol.docComment?.uri.flatMap { path(of: $0) }
    return (symbol.docComment?.lines ?? []).map { line in
      // Examples of a requirement, or of a module from elsewhere, are verified there.
      DocumentedLine(
        file == nil ? Self.onlyShown(line.text) : line.text,
        origin: line.range.flatMap { range in
          file.map { .init(file: $0, line: range.start.line + 1, column: range.start.character) }
        })
    }
  }

  /// Returns a line of a comment in which no block is a sample or an output.
  private static func onlyShown(_ line: String) -> String {
    if line == "```swift" || line.hasPrefix("```swift ") { return "```swift shown" }
    return line.hasPrefix("```output") || line.hasPrefix("```error") ? "```text" : line
  }

  /// - Parameter type: the type that the symbol is described with, whose availability goes without
  ///   saying.
  private func declaration(
    of symbol: SymbolGraph.Symbol, in type: SymbolGraph.Symbol? = nil
  ) -> [DocumentedLine] {
    let lines = symbol.declaration.split(separator: "\n").map { DocumentedLine(String($0)) }
    let known = type?.availabilityText ?? []
    let isRequired =
      relations.defaults[symbol.identifier.precise]?.isEmpty == true
      && symbol.kind.identifier != "swift.associatedtype"
    let texts = [isRequired ? "**Required.**" : nil, symbol.conditionText].compactMap(\.self)
    let availability = (symbol.availabilityText + texts)
      .filter { !known.contains($0) }
      .flatMap { [DocumentedLine($0), .init("")] }
    return availability + [.init("```swiftinterface")] + lines + [.init("```"), .init("")]
  }

  /// Where the comment comes from, and the link to the declaration's line.
  private func origin(of symbol: SymbolGraph.Symbol) -> [DocumentedLine] {
    var lines: [DocumentedLine] = []
    if symbol.docComment != nil, let requirement = relations.requirements[symbol.identifier.precise]
    {
      lines += [.init(""), .init("The comment is that of `\(requirement)`.")]
    }
    return lines + link(to: symbol)
  }

  private func link(to symbol: SymbolGraph.Symbol) -> [DocumentedLine] {
    guard let location = symbol.location, let file = path(of: location.uri) else { return [] }
    let line = location.position.line + 1
    if let source {
      return [.init(""), .init("[\(file), line \(line)](\(source)\(file)#L\(line))")]
    }
    return symbol.isType ? [.init(""), .init("Declared in `\(file)`.")] : []
  }

  /// Returns what is said of a requirement's default implementations.
  private func defaults(of requirement: SymbolGraph.Symbol) -> [DocumentedLine] {
    let protocolName = requirement.pathComponents.dropLast().joined(separator: ".")
    var lines: [DocumentedLine] = []
    for symbol in relations.defaults[requirement.identifier.precise] ?? [] {
      let name = symbol.pathComponents.dropLast().joined(separator: ".")
      let owner = name == protocolName ? "" : " of `\(name)`"
      lines += [.init(""), .init("**Default implementation\(owner).**"), .init("")]
      lines += (symbol.availabilityText + [symbol.conditionText].compactMap(\.self))
        .flatMap { [.init($0), .init("")] }
      // Without its own, it has the comment above.
      if relations.requirements[symbol.identifier.precise] == nil {
        let comment = comment(of: symbol)
        lines += comment.summary + comment.discussion
      }
      lines += link(to: symbol)
    }
    return lines
  }

  private mutating func overview(of types: [SymbolGraph.Symbol]) -> ReferencePage {
    let path = "reference/\(module)/index.html"
    targets[module] = path
    let introduction = ["```swiftinterface", "import \(module)", "```"].map { DocumentedLine($0) }
    var lines: [DocumentedLine] = []
    for (kind, title) in Self.kinds {
      let found = types.filter { $0.kind.identifier == kind }
      if found.isEmpty { continue }
      lines += [.init(""), .init("## \(title)"), .init("")]
      lines += found.map { item(for: $0, at: "\($0.fullName)/index.html") }
    }
    if !relations.extended.isEmpty { lines += [.init(""), .init("## Extensions"), .init("")] }
    for (type, name) in relations.extended.sorted(by: { $0.value < $1.value }) {
      let names = Set((relations.members[type] ?? []).map(\.name)).sorted().map { member in
        let target = targets["\(name).\(member)"]?.dropFirst("reference/\(module)/".count)
        return target.map { "[`\(member)`](\($0))" } ?? "`\(member)`"
      }
      lines.append(
        .init("- [`\(name)`](\(name)/index.html): \(names.joined(separator: ", "))"))
    }
    // What belongs to no type.
    let free = symbols.filter { $0.pathComponents.count == 1 && !$0.isType }
    for (title, symbols) in [
      ("Variables", free.filter { $0.topic == .properties }),
      ("Functions and type aliases", free.filter { $0.topic != .properties }),
    ] where !symbols.isEmpty {
      lines += [.init(""), .init("## \(title)"), .init("")]
      for symbol in symbols { lines += section(of: symbol, on: path) }
    }
    return ReferencePage(
      title: module, id: module, path: path, description: "The public types of \(module).",
      module: module, introduction: introduction, lines: lines)
  }

  /// Returns a type in a list of types.
  private func item(for type: SymbolGraph.Symbol, at address: String) -> DocumentedLine {
    let summary = comment(of: type).summary
    let text = summary.map(\.text).joined(separator: " ")
    return DocumentedLine(
      "- [`\(type.fullName)`](\(address))\(text.isEmpty ? "" : ": \(text)")",
      origin: summary.first?.origin)
  }

  private static let kinds = [
    ("swift.class", "Classes and actors"), ("swift.struct", "Structures"),
    ("swift.enum", "Enumerations"), ("swift.protocol", "Protocols"),
  ]

  private mutating func page(of type: SymbolGraph.Symbol) -> ReferencePage {
    let path = address(of: type)
    describe(type, at: path)
    let comment = comment(of: type)
    return ReferencePage(
      title: type.fullName, id: "\(module).\(type.fullName)", path: path,
      description: comment.summary.map(\.text).joined(separator: " ").replacing("`", with: ""),
      module: module, type: type.fullName,
      introduction: declaration(of: type) + comment.discussion + origin(of: type),
      lines: members(of: type.identifier.precise, in: type, on: path))
  }

  /// Returns the page of the extensions of another module's type.
  ///
  /// - Parameter name: the name with that of its module.
  private mutating func page(of identifier: String, named name: String) -> ReferencePage {
    let path = "reference/\(module)/\(name)/index.html"
    let type = String(name.drop { $0 != "." }.dropFirst())
    for name in [name, "\(module).\(name)"] {
      targets[name] = path
      notes[name] = SymbolNote(declaration: "extension \(type)", summary: "")
    }
    let lines = ["```swiftinterface", "import \(module)", "", "extension \(type)", "```"]
    return ReferencePage(
      title: type, id: "\(module).\(name)", path: path,
      description: "What \(module) adds to \(name).", module: module,
      introduction: lines.map { .init($0) }, lines: members(of: identifier, on: path))
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
      lines += [.init(""), .init("## \(topic.title)"), .init("")]
      for member in found {
        lines +=
          member.isType
          ? [item(for: member, at: "../\(member.fullName)/index.html")]
          : section(of: member, in: type, on: path)
      }
    }
    for (title, names) in [
      ("Inherits from", relations.superclasses[identifier]),
      ("Conforms to", relations.conformances[identifier]),
    ] {
      guard let names else { continue }
      lines += [.init(""), .init("## \(title)"), .init("")]
      lines.append(.init(names.joined(separator: ", ")))
    }
    return lines
  }

  /// Returns the section of a symbol without a page of its own.
  private mutating func section(
    of symbol: SymbolGraph.Symbol, in type: SymbolGraph.Symbol? = nil, on path: String
  ) -> [DocumentedLine] {
    var anchor = symbol.name.lowercased().split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
    if anchor.isEmpty { anchor = "operator" }
    let number =
      (1...).first { !taken.contains("\(path)#\(anchor)\($0 == 1 ? "" : "-\($0)")") } ?? 1
    if number > 1 { anchor += "-\(number)" }
    taken.insert("\(path)#\(anchor)")
    describe(symbol, at: "\(path)#\(anchor)")
    let comment = comment(of: symbol)
    return [.init("### `\(symbol.name)` {#\(anchor)}"), .init("")]
      + declaration(of: symbol, in: type) + comment.summary + comment.discussion
      + origin(of: symbol) + defaults(of: symbol)
      + [.init("")]
  }

  private mutating func describe(_ symbol: SymbolGraph.Symbol, at target: String) {
    let summary = comment(of: symbol).summary.map(\.text).joined(separator: " ")
    let note = SymbolNote(
      declaration: symbol.declaration, summary: summary.replacing("`", with: ""))
    var names = names(of: symbol)
    // A second overload has only the names by which DocC tells it apart.
    if targets["\(module).\(symbol.fullName)"] != nil {
      names = names.map { "\($0)-\(symbol.identifier.hash)" }
    }
    for name in names where targets[name] == nil {
      targets[name] = target
      notes[name] = note
    }
  }

  /// The names by which a comment or a guide may refer to a symbol: with and without the module,
  /// and a function's without its parameters.
  private func names(of symbol: SymbolGraph.Symbol) -> [String] {
    let full = symbol.fullName
    let short = full.firstIndex(of: "(").map { String(full[..<$0]) }
    let both = [full] + (short.map { [$0] } ?? [])
    let other = symbol.swiftExtension?.extendedModule.map { SymbolRelations.importedName("\($0).") }
    return both.flatMap { [$0, "\(module).\($0)", $0.replacing(".", with: "/")] }
      + (other.map { other in both.map { other + $0 } } ?? [])
  }
}

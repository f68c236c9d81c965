import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import Foundation

/// The reference of one module: a page for the module, and one for each public type.
struct ModuleReference {
  /// The pages, the module's own first.
  private(set) var pages: [ReferencePage] = []
  /// The described symbols, by their names.
  private(set) var described: [String: DocumentedSymbol] = [:]

  /// The addresses of all sections; `described` may have none of a second overload.
  var taken: Set<String> = []
  let module: String
  /// The site's folder, with `/` at its end.
  private let root: String
  /// The comments, by the identifiers of their symbols.
  private var docComments: [String: DocComment] = [:]
  let symbols: [SymbolGraph.Symbol]
  let relations: SymbolRelations
  /// The names by which comments may refer to the module's symbols.
  private(set) var names: Set<String> = []
  /// The address that a source file's path is appended to.
  let source: String?

  /// Creates the reference of a module of a site that documents some modules.
  init(
    of graph: SymbolGraph, module: String, among documented: [String] = [], root: String,
    source: String? = nil
  ) {
    self.module = module
    self.root = root
    self.source = source
    symbols = graph.symbols.sorted { $0.order < $1.order }
    relations = SymbolRelations(of: graph, module: module)
    names = Set(symbols.flatMap { names(of: $0) })
    let others = graph.typesOfOthers(than: documented)
    for symbol in symbols {
      docComments[symbol.identifier.precise] = readComment(of: symbol, without: others)
    }
    let types = symbols.filter(\.isType)
    // The module's page links to sections of these.
    let extensions = relations.extended.sorted { $0.value < $1.value }
      .map { page(of: $0.key, named: $0.value) }
    let own = types.map { page(of: $0) }
    for type in types { describeInherited(by: type) }
    pages = [overview(of: types)] + own + extensions
  }

  /// Notes that a type has members which are described with its protocols and superclasses.
  private mutating func describeInherited(by type: SymbolGraph.Symbol) {
    for var member in relations.inherited(by: type.identifier.precise) {
      let symbol = described["\(module).\(member.fullName)"]
      member.pathComponents = type.pathComponents + member.pathComponents.suffix(1)
      for name in names(of: member) where described[name] == nil { described[name] = symbol }
    }
  }

  /// Returns the path of a file below the root; `nil` for a file elsewhere.
  func path(of uri: String) -> String? {
    let path = (uri.hasPrefix("file://") ? String(uri.dropFirst(7)) : uri).removingPercentEncoding
    guard let path, path.hasPrefix(root) else { return nil }
    return String(path.dropFirst(root.count))
  }

  /// The lines of all comments, as they were when the module was built.
  var comments: [DocumentedLine] { symbols.flatMap { lines(of: $0) } }

  func comment(of symbol: SymbolGraph.Symbol) -> DocComment {
    docComments[symbol.identifier.precise] ?? DocComment([])
  }

  /// Reads a comment, in which double backquotes around a type that the site doesn't describe link
  /// to nothing.
  private func readComment(
    of symbol: SymbolGraph.Symbol, without others: Set<String>
  ) -> DocComment {
    var lines = lines(of: symbol)
    if lines.contains(where: { $0.text.utf8.contains(UInt8(ascii: "@")) }) {
      let text = CatalogDirectives.read(in: lines.map(\.text).joined(separator: "\n"))
      let read = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, text) in zip(lines.indices, read) { lines[index].text = String(text) }
    }
    for index in lines.indices where lines[index].text.contains(bytesOf: "``") {
      lines[index].text.replace(/``(\w+)([^`]*)``/) { match in
        // Unless it is a member that the module adds.
        let isOther =
          others.contains(String(match.1)) && !names.contains(String(match.1 + match.2))
        return isOther ? match.0.dropFirst().dropLast() : match.0
      }
    }
    return DocComment(lines)
  }

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

  /// Notes that a symbol is described at a path with a fragment.
  mutating func describe(_ symbol: SymbolGraph.Symbol, at target: String) {
    var names = names(of: symbol)
    // A second overload has only the names by which DocC tells it apart.
    if described["\(module).\(symbol.fullName)"] != nil {
      names = names.map { "\($0)-\(symbol.identifier.hash)" }
    }
    describe(
      names, at: target, declaration: symbol.declaration,
      summary: comment(of: symbol).summaryText.replacing("`", with: ""))
  }

  /// Notes that what has some names is described at a path; the first of a name keeps it.
  mutating func describe(
    _ names: [String], at target: String, declaration: String, summary: String = ""
  ) {
    let symbol = DocumentedSymbol(at: target, declaration: declaration, summary: summary)
    for name in names where described[name] == nil { described[name] = symbol }
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

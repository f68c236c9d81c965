import DocgenDocModel
import DocgenGround

/// A parsed template: a flat list of nodes, in which each element is followed by its content.
///
/// Nodes refer to the template's bytes and to the tables below by index, so that walking them
/// copies nothing.
struct Template: Sendable {
  /// A step of rendering.
  enum Node {
    /// Literal text: these bytes of the source.
    case text(Range<Int>)
    /// The beginning of a line that begins with a tag, where the line's indentation belongs.
    case lineStart
    /// The value of a path.
    case variable(path: Int, isEscaped: Bool)
    /// A section; its content are the nodes up to `end`.
    case section(path: Int, end: Int)
    /// An inverted section; its content are the nodes up to `end`.
    case inverted(path: Int, end: Int)
    /// A block that callers may replace; its default content are the nodes up to `end`.
    case block(Int, end: Int)
    /// A partial or parent; a parent's arguments are among the nodes up to `end`.
    case inclusion(Int, end: Int)

    /// The path of the value that it needs; `nil` if it needs none.
    var path: Int? {
      switch self {
      case .variable(let path, _), .section(let path, _), .inverted(let path, _): path
      default: nil
      }
    }
  }

  /// An inclusion by a partial or parent tag.
  struct Inclusion: Sendable {
    /// The name of the included template.
    let name: String
    /// Its index in the library; `nil` if it is missing, as the library's diagnostics report.
    var target: Int?
    /// The white space before a standalone tag, written before each line; `nil` within a line.
    var indentation: [UInt8]?
    /// The content of a parent's argument blocks by name, as nodes.
    var arguments: [String: Range<Int>] = [:]
  }

  /// A block that callers may fill by name.
  struct Block: Sendable {
    /// The name.
    var name: String
    /// The indentation of each line of an argument, for a block on separate lines; `nil` within a
    /// line.
    var indentation: [UInt8]?
    /// Whether a line end follows the content, unless the content ends with one.
    var endsLine: Bool
  }

  /// The source.
  let source: TemplateSource
  /// The steps, in order.
  var nodes: [Node] = []
  /// For each node the range of its tag or text in bytes.
  var ranges: [Range<Int>] = []
  /// The names of the values that nodes refer to.
  var paths: [NamePath] = []
  /// The partials and parents that nodes refer to.
  var inclusions: [Inclusion] = []
  /// The blocks that nodes refer to.
  var blocks: [Block] = []

  init(source: TemplateSource) {
    self.source = source
  }

  /// Parses a file; if there is any problem, the template is empty.
  static func parse(_ file: SourceFile) -> (template: Template, diagnostics: [Diagnostic]) {
    let source = TemplateSource(file)
    let scanner = TagScanner(scanning: source)
    let matching = TagMatching(matching: scanner.tags, of: source)
    let diagnostics = scanner.diagnostics + matching.diagnostics
    guard diagnostics.isEmpty else { return (Template(source: source), diagnostics) }
    var builder = TemplateBuilder(source: source, tags: scanner.tags, partners: matching.partners)
    return (builder.build(), [])
  }

  /// Returns the location of a node's tag or text.
  func location(of node: Int) -> SourceLocation {
    source.location(of: ranges[node])
  }
}

/// A name of a value: `title`, `page.title`, or `.` for the innermost value itself.
struct NamePath: Sendable {
  /// The part that is looked up in the surrounding values; `nil` for `.`.
  let first: TemplateName?
  /// The other parts, each of which is looked up in the value before it.
  let rest: [TemplateName]
  /// The texts of all parts.
  var names: [String] { ([first].compactMap(\.self) + rest).map(\.text) }
  /// Whether it may lead to the numbers of examples of the site, and not only to those of a page.
  let isOfFigures: Bool

  /// Creates a path from the parts between dots; `nil` when one of them is empty.
  init?(_ name: some StringProtocol) {
    if name == "." {
      first = nil
      rest = []
      isOfFigures = false
      return
    }
    // Splits bytes, because a dot with a combining mark after it is still a dot.
    let parts = Array(name.utf8)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if parts.contains("") { return nil }
    first = parts.first.map { TemplateName($0) }
    rest = parts.dropFirst().map { TemplateName($0) }
    isOfFigures = parts.contains("figures") && parts[0] != "page"
  }
}

import DocModel
import Ground

/// A parsed template: a flat list of nodes, each element followed by what it holds.
///
/// Nodes refer to the template's own bytes and to the tables below by index, so that walking them
/// copies nothing.
struct Template: Sendable {
  /// One step of rendering.
  enum Node {
    /// Literal text: these bytes of the source.
    case text(Range<Int>)
    /// A line begins here with a tag: the place of the line's indentation.
    case lineStart
    /// An interpolation of the value of a path.
    case variable(path: Int, isEscaped: Bool)
    /// A section; its content are the nodes up to `end`.
    case section(path: Int, end: Int)
    /// An inverted section; its content are the nodes up to `end`.
    case inverted(path: Int, end: Int)
    /// A block that callers may replace; its default content are the nodes up to `end`.
    case block(Int, end: Int)
    /// A partial or parent; a parent's arguments are among the nodes up to `end`.
    case inclusion(Int, end: Int)
  }

  /// What a partial or parent tag puts in.
  struct Inclusion: Sendable {
    /// Which template that is.
    enum Target {
      /// The template with this name.
      case named(String)
      /// The template with this index in the library.
      case template(Int)
      /// The template whose name is the value of a path.
      case dynamic(path: Int)
      /// None; the library's diagnostics say so.
      case missing
    }

    /// Which template is put in.
    var target: Target
    /// The white space before a standalone tag, put before each line; `nil` within a line.
    var indentation: [UInt8]?
    /// The content of a parent's argument blocks by name, as nodes.
    var arguments: [String: Range<Int>] = [:]
  }

  /// A place that callers may fill by name.
  struct Block: Sendable {
    /// The name.
    var name: String
    /// What is put before each line of an argument of a block on its own lines; `nil` within a line.
    var indentation: [UInt8]?
    /// Whether a line end follows what is filled in, unless it ends a line itself.
    var endsLine: Bool
  }

  /// The text it was parsed from.
  let source: TemplateSource
  /// The steps, in order.
  var nodes: [Node] = []
  /// For each node the bytes of its tag or text.
  var places: [Range<Int>] = []
  /// The names of values that nodes refer to.
  var paths: [NamePath] = []
  /// The partials and parents that nodes refer to.
  var inclusions: [Inclusion] = []
  /// The blocks that nodes refer to.
  var blocks: [Block] = []

  init(source: TemplateSource) {
    self.source = source
  }

  /// Parses a file; with any problem the template is empty.
  static func parse(_ file: SourceFile) -> (template: Template, diagnostics: [Diagnostic]) {
    let source = TemplateSource(file)
    let scanner = TagScanner(scanning: source)
    let matching = TagMatching(matching: scanner.tags, of: source)
    let diagnostics = scanner.diagnostics + matching.diagnostics
    guard diagnostics.isEmpty else { return (Template(source: source), diagnostics) }
    var builder = TemplateBuilder(source: source, tags: scanner.tags, partners: matching.partners)
    return (builder.build(), [])
  }

  /// Where a node's tag or text stands.
  func location(of node: Int) -> SourceLocation {
    source.location(of: places[node])
  }
}

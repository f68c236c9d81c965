import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// A page of the reference: Markdown made from symbols and their doc comments, and the place that
/// each line comes from.
struct ReferencePage {
  /// The file that the page seems to have; its line numbers are those of `lines`.
  private(set) var file: SourceFile
  /// The type's name; `nil` on the page of a module.
  let type: String?
  private var lines: [DocumentedLine]
  private let metadata: PageMetadata
  /// The module, which the page's samples import.
  private let module: String

  init(
    title: String, id: String, path: String, description: String?, module: String,
    type: String? = nil, lines: [DocumentedLine]
  ) {
    self.lines = lines
    self.module = module
    self.type = type
    file = SourceFile(
      path: "content/\(path.dropLast("index.html".count))index.md",
      text: lines.map(\.text).joined(separator: "\n") + "\n")
    metadata = PageMetadata(
      title: title, id: id, permalink: path, description: description, isInNavigation: false)
  }

  /// Lists the guides with code that uses the type, those with most of it first.
  mutating func add(_ guides: GuidesByName) {
    let found = type.map { guides.guides(with: $0) } ?? []
    if found.isEmpty { return }
    let links = found.prefix(Self.mostGuides).map { guide in
      DocumentedLine("- [\(guide.title)](../../../\(guide.permalink))")
    }
    lines += [.init(""), .init("## Guides that use it"), .init("")] + links
    file = SourceFile(
      path: file.path, text: lines.map(\.text).joined(separator: "\n") + "\n")
  }

  private static let mostGuides = 6

  /// Returns the page as a document, whose samples are where the comments have them.
  func document(_ parser: DocumentParser) -> (document: ParsedDocument, diagnostics: [Diagnostic]) {
    var (document, diagnostics) = parser.parse(file)
    document.metadata = metadata
    document.samples = document.samples.map { moved($0) }
    return (document, diagnostics)
  }

  /// The paths of the files with its comments.
  var origins: Set<String> { Set(lines.compactMap(\.origin?.file)) }

  /// Returns a diagnostic at the place of the comment.
  func moved(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.location.file == file.path else { return diagnostic }
    var diagnostic = diagnostic
    if let range = diagnostic.location.range, let origin = origin(of: range.start.line) {
      diagnostic.location = SourceLocation(file: origin.file, range: moved(range))
    } else if let origin = lines.lazy.compactMap(\.origin).first {
      diagnostic.location = SourceLocation(file: origin.file)
    }
    return diagnostic
  }

  private func origin(of line: Int) -> DocumentedLine.Origin? {
    lines.indices.contains(line - 1) ? lines[line - 1].origin : nil
  }

  private func moved(_ range: SourceRange) -> SourceRange {
    func moved(_ position: SourcePosition) -> SourcePosition {
      guard let origin = origin(of: position.line) else { return position }
      return SourcePosition(line: origin.line, column: position.column + origin.column)
    }
    return SourceRange(moved(range.start), moved(range.end))
  }

  private func moved(_ sample: Sample) -> Sample {
    guard sample.file == file.path, let origin = origin(of: sample.range.start.line) else {
      return sample
    }
    var result = sample
    result.file = origin.file
    result.document = origin.file
    result.range = moved(sample.range)
    result.lines = sample.lines.map { moved($0) }
    for field in [\Sample.expectedOutput, \.expectedError] {
      result[keyPath: field]?.lines = sample[keyPath: field]?.lines.map { moved($0) } ?? []
      result[keyPath: field]?.range = sample[keyPath: field].map { moved($0.range) } ?? sample.range
    }
    // The reader's code begins with this import, too. It adds no line to a setup's.
    if sample.language == .swift {
      let lines = sample.setup?.lines ?? []
      result.setup = Sample.Setup(
        file: sample.setup?.file ?? origin.file,
        lines: ["import \(module); \(lines.first ?? "")"] + lines.dropFirst())
    }
    return result
  }

  private func moved(_ line: Sample.Line) -> Sample.Line {
    guard let origin = origin(of: line.number) else { return line }
    return Sample.Line(
      text: line.text, number: origin.line, removedColumns: line.removedColumns + origin.column)
  }
}

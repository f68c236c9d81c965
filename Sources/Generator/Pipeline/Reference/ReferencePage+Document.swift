import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

extension ReferencePage {
  /// Returns the page as a document, whose samples are where the comments have them and whose
  /// headings of comments are below those of the sections around them.
  mutating func document(
    _ context: SampleContext
  ) -> (document: ParsedDocument, diagnostics: [Diagnostic]) {
    var context = context
    // The examples of a type's members don't continue one another.
    context.defaults.session = SampleDefaults.Session.none
    if context.defaults.runsComments == false { context.defaults.runsAll = false }
    let parser = DocumentParser(context: context)
    var (document, diagnostics) = parser.parse(file)
    if lowerHeadings(of: document) { (document, diagnostics) = parser.parse(file) }
    document.metadata = metadata
    let origins = origins
    document.samples = document.samples.map { moved($0, origins: origins) }
    return (document, diagnostics)
  }

  /// Lowers the headings of comments, and returns whether there are any to lower.
  ///
  /// None skips a level then: a message about it would be about a level that the author didn't
  /// write.
  private mutating func lowerHeadings(of document: ParsedDocument) -> Bool {
    let old = lines
    // The page's title has the first level.
    var section = 1
    var last = 1
    /// The number of levels by which a comment's headings are below those that its author wrote.
    var distance: Int?
    for block in document.blocks where block.range.start.column == 1 {
      guard case .heading(let heading) = block.kind else { continue }
      let start = block.range.start.line - 1
      guard !old[start].isSection else {
        (section, last, distance) = (heading.level, heading.level, nil)
        continue
      }
      let lowering = distance ?? max(0, section + 1 - heading.level)
      distance = lowering
      let lowered = max(heading.level + lowering, section + 1)
      last = max(heading.level, min(lowered, last + 1, 6))
      if last == heading.level { continue }
      if old[start].text.hasPrefix("#") {
        lines[start].insert(String(repeating: "#", count: last - heading.level))
      } else if let underline = old[start...].firstIndex(where: \.isUnderline) {
        lines[start].insert(String(repeating: "#", count: last) + " ")
        lines[underline].text = ""
      }
    }
    return lines != old
  }

  /// The locations of the lines in the files with the comments.
  var origins: LineOrigins { LineOrigins(path: sourcePath, lines: lines.map(\.origin)) }

  private func moved(_ sample: Sample, origins: LineOrigins) -> Sample {
    guard sample.file == sourcePath, let origin = origins[sample.range.start.line] else {
      return sample
    }
    var result = sample
    result.file = origin.file
    result.document = origin.file
    result.range = origins.moved(sample.range)
    result.lines = sample.lines.map { moved($0, origins: origins) }
    result.expectedPrints = sample.expectedPrints.map { moved($0, origins: origins) }
    for field in [\Sample.expectedOutput, \.expectedError] {
      result[keyPath: field]?.lines =
        sample[keyPath: field]?.lines.map { moved($0, origins: origins) } ?? []
      result[keyPath: field]?.range =
        sample[keyPath: field].map { origins.moved($0.range) } ?? sample.range
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

  private func moved(_ line: Sample.Line, origins: LineOrigins) -> Sample.Line {
    guard let origin = origins[line.number] else { return line }
    return Sample.Line(
      text: line.text, number: origin.line, removedColumns: line.removedColumns + origin.column)
  }
}

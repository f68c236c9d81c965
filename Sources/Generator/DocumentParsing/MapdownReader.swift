import DocgenDocModel
import DocgenGround

/// Reads mapdown: `:key` at the start of a line, its value up to the next key.
///
/// Keys inside fences are code here; the original split there too.
struct MapdownReader {
  static let keys = [
    "aside", "body", "category", "frontpage", "heading", "relevant-endpoints", "title",
  ]
  /// The keys whose values are Markdown.
  private static let textKeys: Set = ["aside", "body", "relevant-endpoints"]
  static let entrySeparator = String(repeating: "-", count: 80)

  private let file: SourceFile
  private var metadata: PageMetadata
  private(set) var diagnostics: [Diagnostic] = []

  /// A key with the lines of its value.
  private struct Entry {
    var key: String
    var line: Int
    var inlineValue: String
    var valueLines: Range<Int>
  }

  /// Creates a reader of a file that begins like mapdown; `nil` for others.
  init?(_ file: SourceFile) {
    guard let first = file.lines.first(where: { !$0.isBlank }),
      first == Self.entrySeparator || Self.key(of: first) != nil
    else { return nil }
    self.file = file
    metadata = PageMetadata(title: "", permalink: SourceFormat.defaultPermalink(of: file))
  }

  mutating func read() -> SourceFormat.Source {
    var sections: [SourceFormat.Source.Section] = []
    for lines in maps() {
      let entries = entries(in: lines)
      if entries.isEmpty { continue }
      sections.append(section(from: entries, isFirst: sections.isEmpty))
    }
    return SourceFormat.Source(metadata: metadata, sections: sections)
  }

  /// Returns the lines of each map: those of the file, or those between lines of 80 dashes.
  private func maps() -> [Range<Int>] {
    let all = 1..<file.lines.count + 1
    guard file.lines.first(where: { !$0.isEmpty }) == Self.entrySeparator[...] else { return [all] }
    let separators = all.filter { file.line($0) == Self.entrySeparator }
    return zip(separators, separators.dropFirst() + [all.upperBound]).map { $0 + 1..<$1 }
  }

  private mutating func entries(in lines: Range<Int>) -> [Entry] {
    var entries: [Entry] = []
    var fenced = FencedLines()
    for number in lines {
      let line = file.line(number)
      if !fenced.contain(line), let key = Self.key(of: line) {
        let value = line.dropFirst(key.count + 1).trimmed
        entries.append(
          Entry(
            key: key, line: number, inlineValue: value, valueLines: number + 1..<number + 1))
        continue
      }
      if entries.isEmpty {
        if !line.isBlank {
          report(.mapdownWithoutKey, on: number, length: line.utf8.count)
          return []
        }
      } else {
        let last = entries.count - 1
        entries[last].valueLines = entries[last].valueLines.lowerBound..<number + 1
      }
    }
    return entries
  }

  private mutating func section(
    from entries: [Entry], isFirst: Bool
  ) -> SourceFormat.Source.Section {
    var section = SourceFormat.Source.Section()
    var title: Entry?
    var seen: Set<String> = []
    for entry in entries {
      if !seen.insert(entry.key).inserted {
        report(.repeatedMapdownKey(entry.key), of: entry)
        continue
      }
      switch entry.key {
      case "title":
        if isFirst { metadata.title = value(of: entry) }
        title = title ?? entry
      case "heading": title = entry
      case "body": section.body = lines(of: entry)
      case "aside": section.aside.append(lines(of: entry))
      case "relevant-endpoints":
        section.aside.append(lines(of: entry))
        report(.relevantEndpointsAreText, of: entry)
      case "frontpage": metadata.isOnFrontPage = true
      case "category": break
      default: report(.unknownMapdownKey(entry.key), of: entry)
      }
      if !Self.textKeys.contains(entry.key) { checkFences(in: entry) }
    }
    if section.body == nil { report(.mapdownWithoutBody, of: entries[0]) }
    section.heading = title.map { heading(from: $0) }
    return section
  }

  /// Reports the fences in a value that isn't read as Markdown.
  private mutating func checkFences(in entry: Entry) {
    for number in entry.valueLines {
      let line = file.line(number)
      guard let fence = CheckedFence(in: line) else { continue }
      let column = line.utf8.distance(from: line.startIndex, to: fence.characters.startIndex) + 1
      report(
        .fenceInMapdown(fence, key: entry.key), on: number, column: column,
        length: fence.characters.utf8.count)
    }
  }

  private func heading(from entry: Entry) -> Heading {
    let length = file.line(entry.line).utf8.count
    let text = Inline(
      .text(value(of: entry)), range: SourceRange(line: entry.line, column: 1, length: length))
    return Heading(level: 1, content: [text])
  }

  private func value(of entry: Entry) -> String {
    let rest = LineRange(entry.valueLines, of: file).text
    return "\(entry.inlineValue)\n\(rest)".trimmed
  }

  /// Returns the value's lines, including the text next to the key.
  private func lines(of entry: Entry) -> LineRange {
    let rest = LineRange(entry.valueLines, of: file)
    if entry.inlineValue.isEmpty { return rest }
    return LineRange(firstLine: entry.line, text: entry.inlineValue + "\n" + rest.text)
  }

  /// Reports a problem of an entry at its key.
  private mutating func report(_ message: Diagnostic.Message, of entry: Entry) {
    report(message, on: entry.line, length: entry.key.utf8.count + 1)
  }

  private mutating func report(
    _ message: Diagnostic.Message, on line: Int, column: Int = 1, length: Int
  ) {
    let range = SourceRange(line: line, column: column, length: length)
    diagnostics.append(Diagnostic(message, at: file.location(range)))
  }

  /// Returns the key at the start of a line: the non-blank characters after `:`.
  private static func key(of line: Substring) -> String? {
    guard line.first == ":" else { return nil }
    let key = line.dropFirst().prefix { !$0.isWhitespace }
    // Several colons are a container, or an emoji such as `:tada:`.
    return key.isEmpty || key.contains(":") ? nil : String(key)
  }
}

extension Diagnostic.Message {
  static let mapdownWithoutKey = Self(
    .mapdownWithoutKey, "a mapdown entry must begin with a key, such as ':title'")

  static let mapdownWithoutBody = Self(
    .mapdownWithoutBody, "this mapdown entry has no ':body'; add one")

  static let relevantEndpointsAreText = Self(
    .unsupportedSyntax, .warning,
    "':relevant-endpoints' is shown as text; docgen has no endpoint pages to link to")

  static func fenceInMapdown(_ fence: CheckedFence, key: String) -> Self {
    Self(
      .fenceInText, .warning,
      "this block belongs to ':\(key)', which is no Markdown, and \(fence.loss); "
        + "put it after ':body'")
  }

  static func unknownMapdownKey(_ key: String) -> Self {
    Self(.unknownMapdownKey, .unknown("mapdown key", named: key, among: MapdownReader.keys))
  }

  static func repeatedMapdownKey(_ key: String) -> Self {
    Self(.repeatedMapdownKey, "the key ':\(key)' appears twice in this entry; remove one of them")
  }
}

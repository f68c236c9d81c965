import DocgenDocModel
import DocgenGround
import Foundation

/// A page as Markdown: its source, with the title, the code that it shows of files, the outputs of
/// its samples, and links to the Markdown of other pages.
struct MarkdownCopy {
  private let page: SiteMap.Page
  private let document: ParsedDocument
  private let resolver: LinkResolver
  private var lines: [Substring]

  /// Returns the path of a page's copy: `guide/index.md` for `guide/index.html`.
  static func path(of page: SiteMap.Page) -> String {
    let path = page.path
    return (path.hasSuffix(".html") ? String(path.dropLast(".html".count)) : path) + ".md"
  }

  /// Returns the copy of a page.
  static func file(
    of document: ParsedDocument, on page: SiteMap.Page, resolver: LinkResolver,
    outcomes: [SampleID: SampleOutcome]
  ) -> RenderedFile {
    var copy = MarkdownCopy(of: document, on: page, resolver: resolver)
    copy.adaptLinks()
    var blocks: [(range: SourceRange, code: CodeBlock?, id: SampleID?)] = document.hiddenBlocks.map
    {
      ($0, nil, nil)
    }
    document.forEachBlock { block in
      switch block.kind {
      case .sample(let id, let code): blocks.append((block.range, code, id))
      case .code(let code) where code.file != nil: blocks.append((block.range, code, nil))
      default: break
      }
    }
    let samples = document.samplesByID
    // From the end, so that the numbers of the lines before stay right.
    for block in blocks.sorted(by: { $0.range.start > $1.range.start }) {
      let sample = block.id.flatMap { samples[$0] }
      if let sample, sample.expectedOutput == nil,
        let output = sample.shownOutput(outcomes[sample.id])
      {
        copy.write(output: output, after: block.range)
      }
      if let code = block.code {
        if code.file != nil { copy.write(code, in: block.range) }
      } else {
        copy.remove(block.range)
      }
    }
    return RenderedFile(path: path(of: page), bytes: copy.bytes)
  }

  private init(of document: ParsedDocument, on page: SiteMap.Page, resolver: LinkResolver) {
    self.page = page
    self.document = document
    self.resolver = resolver
    lines = Array(document.file.lines)
  }

  /// The lines without front matter, below the page's title and description, in UTF-8.
  private var bytes: [UInt8] {
    var body = lines.dropFirst(document.firstLine - 1).drop { $0.isEmpty }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(document.file.text.utf8.count)
    if let title = body.first, title.hasPrefix("# ") {
      bytes += "\(title)\n\n".utf8
      body = body.dropFirst().drop { $0.isEmpty }
    } else {
      bytes += "# \(MarkdownText.escape(page.title))\n\n".utf8
      // The first line may be the title, as a paragraph or an underlined heading.
      if let first = document.blocks.first, case .heading(let title) = first.kind,
        title.level == 1, first.range.start.line == body.startIndex + 1
      {
        let isUnderlined = body.dropFirst().first?.hasPrefix("=") == true
        body = body.dropFirst(isUnderlined ? 2 : 1).drop { $0.isEmpty }
      }
    }
    if let description = document.metadata.description {
      bytes += "\(MarkdownText.escape(description))\n\n".utf8
    }
    for line in body {
      bytes.append(bytesOf: line)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Replaces the destinations of links and images of the site.
  private mutating func adaptLinks() {
    let own = Self.path(of: page)
    var destinations = LinkDestinations(of: document.file)
    for link in page.summary.references {
      let target: String
      let resolution = resolver.resolve(link.destination, from: page, isImage: link.isImage)
      if let (index, fragment) = resolution.page {
        target =
          SitePath.reference(from: own, to: Self.path(of: resolver.site.pages[index]))
          + (fragment.map { "#\($0)" } ?? "")
      } else {
        switch resolution {
        case .asset(let path): target = SitePath.reference(from: own, to: path)
        case .elsewhere(let address): target = address
        default: continue
        }
      }
      let hasParenthesis = target.utf8.contains { "()".utf8.contains($0) }
      destinations.replace(
        link.destination, with: hasParenthesis ? "<\(target)>" : target, in: link.range)
    }
    destinations.replace(in: &lines)
  }

  /// Removes a block that readers don't see, and the empty line after it.
  private mutating func remove(_ range: SourceRange) {
    let (first, last) = (range.start.line, min(range.end.line, lines.count))
    guard first <= last else { return }
    let isFollowed = last < lines.count && lines[last].allSatisfy(\.isWhitespace)
    lines.removeSubrange((first - 1)..<(isFollowed ? last + 1 : last))
  }

  /// Writes the code that a block, or a directive of DocC, shows of a file.
  private mutating func write(_ code: CodeBlock, in range: SourceRange) {
    let (first, last) = (range.start.line, range.end.line)
    guard last <= lines.count else { return }
    let indent = indentation(of: lines[first - 1])
    var shown = code.lines.map { Substring(indent + $0.text) }
    if first == last {
      let fence = Self.fence(around: code.text)
      shown = [Substring("\(indent)\(fence)swift")] + shown + [Substring(indent + fence)]
    }
    lines.replaceSubrange(first == last ? (first - 1)..<last : first..<(last - 1), with: shown)
  }

  /// Writes the output that a sample had and that the author didn't write.
  private mutating func write(output: String, after range: SourceRange) {
    guard range.end.line <= lines.count else { return }
    let indent = indentation(of: lines[range.start.line - 1])
    let fence = Self.fence(around: output)
    let block = "\n\(fence)output\n\(output)\n\(fence)"
    lines.insert(
      contentsOf: block.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Substring(indent + $0) }, at: range.end.line)
  }

  /// Returns what precedes a fence or a directive.
  private func indentation(of line: Substring) -> String {
    String(line.prefix { !"`~@".contains($0) })
  }

  /// Returns a fence that is longer than any in some text.
  private static func fence(around text: String) -> String {
    let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    return String(repeating: "`", count: max(3, longest + 1))
  }
}

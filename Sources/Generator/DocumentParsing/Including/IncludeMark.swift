import DocgenDocModel
import DocgenGround

/// The marks in a file that name the lines between them, in the syntax of mdBook and of MkDocs.
///
/// The regions of code are read, too.
enum IncludeMark: Hashable {
  case begin(String)
  case end(String)

  /// Returns a part of a file without the lines of marks, each with its number; `nil` if the file
  /// doesn't have the part.
  static func lines(
    of file: SourceFile, part: IncludeLine.Part
  ) -> [(text: Substring, number: Int)]? {
    var lines = Array(file.lines.enumerated()).map { (text: $1, number: $0 + 1) }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    switch part {
    case .all:
      // The front matter of a page that another page includes is its own.
      let isPage = file.path.hasSuffix(".md")
      let skipped = isPage ? FrontMatterReader(file)?.closing ?? 0 : 0
      return lines.dropFirst(skipped).filter { IncludeMark($0.text) == nil }
    case .lines(let first, let last):
      guard first >= 1, first <= lines.count, last ?? first >= first else { return nil }
      return lines[(first - 1)..<min(lines.count, last ?? lines.count)]
        .filter { IncludeMark($0.text) == nil }
    case .anchor(let name):
      var isInside = false
      guard lines.contains(where: { IncludeMark($0.text) == .begin(name) }) else {
        return regions(of: file).code(of: name)?.map { (text: $0.text[...], number: $0.number) }
          .filter { IncludeMark($0.text) == nil }
      }
      return lines.filter { line in
        guard let mark = IncludeMark(line.text) else { return isInside }
        if mark == .begin(name) { isInside = true }
        if mark == .end(name) { isInside = false }
        return false
      }
    }
  }

  /// The names of the marks in a file, in alphabetical order.
  static func names(in file: SourceFile) -> [String] {
    Set(
      file.lines.compactMap { line in
        if case .begin(let name)? = IncludeMark(line) { name } else { nil }
      } + regions(of: file).names
    ).sorted()
  }

  private static func regions(of file: SourceFile) -> CodeRegions {
    CodeRegions(file.sampleLines, in: .swift)
  }

  /// Reads a line, if it has a mark.
  init?(_ line: Substring) {
    guard ["ANCHOR", "8<-"].contains(where: { line.firstRange(of: $0) != nil }) else { return nil }
    if let match = line.firstMatch(of: /\bANCHOR:\s*([\w-]+)/) {
      self = .begin(String(match.1))
    } else if let match = line.firstMatch(of: /\bANCHOR_END:\s*([\w-]+)/) {
      self = .end(String(match.1))
    } else if let match = line.firstMatch(of: /-+8<-+\s*\[\s*(start|end)\s*:\s*([\w-]+)\s*\]/) {
      self = match.1 == "start" ? .begin(String(match.2)) : .end(String(match.2))
    } else {
      return nil
    }
  }
}

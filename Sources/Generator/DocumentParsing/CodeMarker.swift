import DocgenDocModel
import DocgenGround

/// A comment that controls which code is shown.
enum CodeMarker: Sendable, Hashable {
  case hide
  case show
  case region(String)
  /// The start of one of DocC's slices, which ends where the next begins.
  case slice(String)
  /// The end of the named region, or of the innermost one.
  case endRegion(String?)

  /// Returns the marker on each line, if any; ignores those within Swift strings.
  static func markers(in code: [Sample.Line], language: Sample.Language) -> [CodeMarker?] {
    let markers = code.map { CodeMarker($0.text, language: language) }
    guard language == .swift, markers.contains(where: { $0 != nil }) else { return markers }
    let texts = SwiftTokens(code.map(\.text).joined(separator: "\n")).linesInside
    return markers.enumerated().map { texts.contains($0) ? nil : $1 }
  }

  /// Creates the marker on a line, if any.
  ///
  /// Markers are `// hide`, `// show`, `// #region name` and `// #endregion`, or `// snippet.name`
  /// and `// snippet.end` with `snippet.hide` and `snippet.show`. Shell uses `#` instead of `//`.
  private init?(_ line: String, language: Sample.Language) {
    // Most lines have no marker, and bytes compare faster than characters.
    let sign = language == .swift ? "//" : "#"
    guard line.utf8.contains(where: { $0 == sign.utf8.first }) else { return nil }
    let text = line.trimmed
    guard text.hasPrefix(sign) else { return nil }
    let words = text.dropFirst(sign.count).split { $0 == " " || $0 == "\t" }
    guard let first = words.first else { return nil }
    // Editors fold regions, whose names may be sentences.
    guard words.count <= 2 || first == "#region" || first == "#endregion" else { return nil }
    let name = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
    switch (first, name) {
    case ("hide", nil), ("snippet.hide", nil): self = .hide
    case ("show", nil), ("snippet.show", nil): self = .show
    case ("snippet.end", nil), ("#endregion", _): self = .endRegion(name)
    case ("#region", let name?): self = .region(name)
    case (let word, nil) where word.hasPrefix("snippet.") && word.count > 8:
      self = .slice(String(word.dropFirst(8)))
    default: return nil
    }
  }
}

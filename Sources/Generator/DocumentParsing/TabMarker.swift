import DocgenDocModel
import DocgenGround

/// The line that begins a tab group: an empty `div` of class `tabs`.
enum TabMarker {
  /// The replacement for a marker without a blank line after it.
  ///
  /// CommonMark would include the fence that follows in the `div`'s HTML block; a comment ends on
  /// its own line.
  static let comment = "<!--docgen:tabs-->"

  /// Whether a raw HTML block is a marker.
  static func matches(_ html: String) -> Bool {
    let text = html.trimmed
    return text == comment || isMarker(text)
  }

  /// Replaces markers that directly precede a fence, and keeps line numbers.
  static func separatingGluedMarkers(in text: String) -> String {
    guard text.contains(bytesOf: "tabs"), text.contains(bytesOf: "<div") else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var fenced = FencedLines()
    for (index, line) in lines.enumerated() where !fenced.contain(line) {
      guard index + 1 < lines.count, Fence(opening: lines[index + 1]) != nil else { continue }
      let indentation = line.prefix { $0 == " " }
      if indentation.count < 4, isMarker(line.trimmed) {
        lines[index] = indentation + comment
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func isMarker(_ text: String) -> Bool {
    let tags = HTMLTag.startTags(in: text)
    guard tags.count == 1, let tag = tags.first, tag.name == "div", tag.range.lowerBound == 0,
      tag["class"] == "tabs"
    else { return false }
    let rest = String(decoding: Array(text.utf8)[tag.range.upperBound...], as: UTF8.self)
    return rest.isEmpty ? text.hasSuffix("/>") : rest.trimmed == "</div>"
  }
}

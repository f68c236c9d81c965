import DocgenGround

/// Jekyll's tags and filters that Markdown needs none for.
enum LiquidTags {
  /// Returns Markdown with the address itself for `{{ '/guides/' | relative_url }}`, and without
  /// `{% raw %}` and `{% endraw %}`; no line moves.
  static func removed(from text: String) -> String {
    guard ["_url", "raw %}"].contains(where: { text.contains(bytesOf: $0) }) else { return text }
    var fenced = FencedLines()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isInFence = fenced.contain(line)
      guard line.contains(bytesOf: "{%") || line.contains(bytesOf: "{{") else {
        return String(line)
      }
      if line.wholeMatch(of: /\s*\{%-? *(?:end)?raw *-?%\}\s*/) != nil { return "" }
      return isInFence ? String(line) : withoutTags(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func withoutTags(_ line: Substring) -> String {
    let text = String(line).replacing(/\{% *raw *%\}(.*?)\{% *endraw *%\}/) { match -> String in
      // Code such as '`{% raw %}`' is about the tag.
      let isCode = match.1.split(separator: "`", omittingEmptySubsequences: false).count % 2 == 0
      return String(isCode ? match.0 : match.1)
    }
    let filtered = /([("'])\{\{ *(['"])([^'"]*)['"] *\| *(?:relative|absolute)_url *\}\}/
    return text.replacing(filtered) { match -> String in "\(match.1)\(match.3)" }
  }
}

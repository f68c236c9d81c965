import DocgenGround

/// A line that looks like the opening fence of a block that docgen checks.
struct CheckedFence {
  /// The fence itself: three or more backquotes or tildes.
  let characters: Substring
  /// The consequence when Markdown reads the line as something else, as the end of a sentence about
  /// the block.
  let loss: String

  /// Creates the fence that a line opens, after the marks of quotes, lists and footnotes.
  ///
  /// - Parameter runsAll: whether a Swift block is run without an option that says so.
  init?(in line: Substring, runsAll: Bool = false) {
    // Looking for bytes is faster than matching the pattern.
    guard line.contains(bytesOf: "```") || line.contains(bytesOf: "~~~") else { return nil }
    let pattern =
      #/
      [\s>]* (?: (?:[-*+] | \d+[.)] | \[\^[^\]\s]+\]:) \s [\s>]* )*
      (?<fence> ```+ | ~~~+ ) [\ \t]* (?<info> .*)
      /#
    guard let found = line.prefixMatch(of: pattern), !Self.isSpan(found.fence, info: found.info)
    else {
      return nil
    }
    let words = found.info.split { $0.isWhitespace || $0 == "{" }
    let isRun = runsAll && words.first == "swift" && !words.contains("shown")
    guard
      let loss = isRun
        ? "is not run" : Self.loss(language: words.first ?? "", words: words.dropFirst())
    else { return nil }
    characters = found.fence
    self.loss = loss
  }

  /// Whether a line would close this fence, after any marks of quotes, lists and comments.
  func isClosed(by line: Substring) -> Bool {
    let rest = line.drop { " \t>*+-/".contains($0) }
    return rest.count >= characters.count && rest.hasPrefix(characters)
      && rest.drop { $0 == characters.first }.isBlank
  }

  /// Whether the line closes its own backquotes again, so that they contain code within text
  /// (CommonMark 0.31 section 6.1).
  private static func isSpan(_ fence: Substring, info: Substring) -> Bool {
    fence.first == "`"
      && info.split(omittingEmptySubsequences: true) { $0 != "`" }.contains { $0 == fence }
  }

  private static func loss(language: Substring, words: ArraySlice<Substring>) -> String? {
    if words.contains(where: { SampleOptions.modes.contains(String($0)) }) { return "is not run" }
    if words.contains(where: { $0.hasPrefix("fixture=") }) { return "configures nothing" }
    return ["output", "error"].contains(language.lowercased()) ? "is compared with nothing" : nil
  }
}

import DocModel

/// A line that looks like the opening fence of a block which docgen checks.
struct CheckedFence {
  /// The fence itself: three or more backquotes or tildes.
  let characters: Substring
  /// What is lost when Markdown reads the line as something else, for a sentence about the block.
  let loss: String

  /// The fence that a line opens, behind the marks of quotes, lists and footnotes.
  init?(in line: Substring) {
    guard line.contains("```") || line.contains("~~~") else { return nil }
    let pattern =
      #/
      [\s>]* (?: (?:[-*+] | \d+[.)] | \[\^[^\]\s]+\]:) \s [\s>]* )*
      (?<fence> ```+ | ~~~+ ) [\ \t]* (?<info> .*)
      /#
    guard let found = line.prefixMatch(of: pattern) else { return nil }
    let words = found.info.split { $0.isWhitespace || $0 == "{" }
    guard let loss = Self.loss(language: words.first ?? "", words: words.dropFirst()) else {
      return nil
    }
    characters = found.fence
    self.loss = loss
  }

  private static func loss(language: Substring, words: ArraySlice<Substring>) -> String? {
    if words.contains(where: { SampleOptions.modes.contains(String($0)) }) { return "is not run" }
    if words.contains(where: { $0.hasPrefix("fixture=") }) { return "configures nothing" }
    return ["output", "error"].contains(language.lowercased()) ? "is compared with nothing" : nil
  }
}

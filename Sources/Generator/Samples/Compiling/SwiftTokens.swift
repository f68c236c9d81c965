/// Swift source without what stands in comments and in strings.
struct SwiftTokens {
  /// The text with spaces in place of comments and of what strings hold; its lines are those of the text.
  private(set) var code = ""
  /// Whether it ends within a comment or a string of several lines.
  private(set) var endsInside = false
  private var rest: Substring
  /// How many interpolations are open; deeper ones than `deepest` are read as text.
  private var nesting = 0
  private static let deepest = 50

  /// Reads a text; what is not closed goes on to its end.
  init(_ text: String) {
    rest = text[...]
    while !rest.isEmpty { readCode() }
  }

  /// Whether an attribute such as `main` stands anywhere.
  func contains(attribute name: String) -> Bool {
    code.split(separator: "@", omittingEmptySubsequences: false).dropFirst().contains { part in
      part.hasPrefix(name) && part.dropFirst(name.count).first?.isIdentifierPart != true
    }
  }

  /// Reads up to a parenthesis that closes an interpolation, or to the end.
  private mutating func readCode() {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipComment()
      } else if character == "\"" || character == "#" {
        readHashesAndString()
      } else {
        rest.removeFirst()
        if character == "(" { depth += 1 }
        if character == ")" {
          if nesting > 0, depth == 0 { return }
          depth -= 1
        }
        code.append(character)
      }
    }
  }

  /// Comments may stand in comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        skip()
      }
    } while depth > 0 && !rest.isEmpty
    if depth > 0 { endsInside = true }
    code += " "
  }

  private mutating func readHashesAndString() {
    let hashes = String(rest.prefix { $0 == "#" })
    rest = rest.dropFirst(hashes.count)
    guard rest.first == "\"" else { return code += hashes }
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest = rest.dropFirst(quotes.count)
    let (end, escape) = (quotes + hashes, "\\" + hashes)
    var isOpen = quotes.count > 1
    while !rest.isEmpty {
      if rest.hasPrefix(end) {
        rest = rest.dropFirst(end.count)
        isOpen = false
        break
      }
      // A string of one line ends with it, closed or not.
      if quotes.count == 1, rest.first?.isNewline == true { break }
      if rest.hasPrefix(escape) {
        rest = rest.dropFirst(escape.count)
        guard rest.popFirst() == "(", nesting < Self.deepest else { continue }
        nesting += 1
        readCode()
        nesting -= 1
      } else {
        skip()
      }
    }
    if isOpen { endsInside = true }
    code += " "
  }

  /// Leaves a character out, unless it ends a line.
  private mutating func skip() {
    if let character = rest.popFirst(), character.isNewline { code.append(character) }
  }
}

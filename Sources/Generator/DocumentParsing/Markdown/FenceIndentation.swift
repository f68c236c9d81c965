/// The indentation of a fence, which CommonMark removes from the lines of its block (section 4.5).
///
/// When a tab before the fence belongs partly to a list, cmark counts the rest of it as one column,
/// and so leaves spaces in the code. For blocks with such a tab, docgen reads the lines again.
struct FenceIndentation {
  /// The text before the fence.
  private let prefix: Substring

  /// - Parameters:
  ///   - opening: the line of the fence.
  ///   - column: the column of the fence, from 1, in bytes.
  init(of opening: Substring, column: Int) {
    prefix = Substring(opening.utf8.prefix(max(0, column - 1)))
  }

  /// Returns the code in a line.
  ///
  /// - Parameter text: the code according to cmark.
  func code(in line: Substring, read text: String) -> String {
    guard prefix.contains("\t"), let rest = rest(of: line),
      rest.drop(while: Self.isSpace).elementsEqual(text.drop(while: Self.isSpace))
    else { return text }
    return rest
  }

  private func rest(of line: Substring) -> String? {
    if line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
    // After a `>`, only an identical prefix is known to belong to the quote.
    guard !prefix.contains(">") else { return nil }
    let indentation = prefix.reduce(0, Self.column)
    var (rest, column) = (line, 0)
    while let first = rest.first, Self.isSpace(first), column < indentation {
      column = Self.column(column, after: first)
      rest = rest.dropFirst()
    }
    // If a tab is wider than the indentation, the rest of its columns are code.
    return String(repeating: " ", count: max(0, column - indentation)) + rest
  }

  /// Returns the column after a character, with tab stops every four columns.
  private static func column(_ column: Int, after sign: Character) -> Int {
    sign == "\t" ? column / 4 * 4 + 4 : column + 1
  }

  private static func isSpace(_ sign: Character) -> Bool { sign == " " || sign == "\t" }
}

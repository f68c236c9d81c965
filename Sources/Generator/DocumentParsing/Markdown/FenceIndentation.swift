/// The indentation of a fence, which is taken away from the lines behind it (CommonMark 4.5).
///
/// cmark counts a tab before the fence that belongs to a list in part as one column of the rest, and
/// so leaves spaces in the code. Where there is such a tab, the lines are read anew.
struct FenceIndentation {
  /// What stands before the fence.
  private let prefix: Substring

  /// - Parameters:
  ///   - opening: the line of the fence.
  ///   - column: the fence's own, from 1, in bytes.
  init(of opening: Substring, column: Int) {
    prefix = Substring(opening.utf8.prefix(max(0, column - 1)))
  }

  /// The code in a line.
  ///
  /// - Parameter text: what cmark takes for it.
  func code(in line: Substring, read text: String) -> String {
    guard prefix.contains("\t"), let rest = rest(of: line),
      rest.drop(while: Self.isSpace).elementsEqual(text.drop(while: Self.isSpace))
    else { return text }
    return rest
  }

  private func rest(of line: Substring) -> String? {
    if line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
    // Behind a quote's sign only the same words tell what belongs to it.
    guard !prefix.contains(">") else { return nil }
    let indentation = prefix.reduce(0, Self.column)
    var (rest, column) = (line, 0)
    while let first = rest.first, Self.isSpace(first), column < indentation {
      column = Self.column(column, behind: first)
      rest = rest.dropFirst()
    }
    // Of a tab that reaches further, the columns beyond remain.
    return String(repeating: " ", count: max(0, column - indentation)) + rest
  }

  /// The column behind a sign, with tab stops each four.
  private static func column(_ column: Int, behind sign: Character) -> Int {
    sign == "\t" ? column / 4 * 4 + 4 : column + 1
  }

  private static func isSpace(_ sign: Character) -> Bool { sign == " " || sign == "\t" }
}

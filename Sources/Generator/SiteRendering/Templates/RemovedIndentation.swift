/// The white space removed from the beginning of each line: the indentation of an argument block,
/// then that of an argument block in it, and so on.
struct RemovedIndentation {
  private var blanks: [UInt8] = []
  /// The number of blanks that the outermost block removes, the two outermost, and so on.
  private var lengths: [Int] = []

  /// Whether nothing is removed.
  var isEmpty: Bool { blanks.isEmpty }

  /// Begins a block with indentation in addition to that of the block around it.
  mutating func push(_ indentation: ArraySlice<UInt8>) {
    blanks += indentation
    lengths.append(blanks.count)
  }

  /// Ends the innermost block.
  mutating func pop() {
    lengths.removeLast()
    blanks.removeLast(blanks.count - (lengths.last ?? 0))
  }

  /// Returns where the rest of a line begins: after the indentation of as many blocks as the line
  /// has.
  func end(in line: ArraySlice<UInt8>) -> Int {
    let common = zip(line, blanks).prefix { $0 == $1 }.count
    let length = common == blanks.count ? common : lengths.last { $0 <= common } ?? 0
    return line.startIndex + length
  }
}

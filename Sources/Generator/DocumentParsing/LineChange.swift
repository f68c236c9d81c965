import DocgenDocModel
import DocgenGround

extension CodeBlock {
  /// Reads the marks of added and removed lines, `// [!code ++]` and `// [!code --]`, and removes
  /// them from the code.
  ///
  /// Any language's sign for a comment may precede them.
  mutating func readChanges() {
    for index in lines.indices {
      guard let mark = lines[index].changeMark else { continue }
      changes[index] = mark.change
      lines[index].text.removeSubrange(mark.range)
    }
  }
}

extension Sample {
  /// Empties the lines that the example says are removed, so that the others keep their numbers.
  mutating func emptyRemovedLines() {
    for index in lines.indices where lines[index].changeMark?.change == .removed {
      lines[index].text = ""
    }
  }
}

extension Sample.Line {
  fileprivate var changeMark: (change: CodeBlock.Change, range: Range<String.Index>)? {
    // Building the pattern takes longer than matching it.
    guard text.contains(bytesOf: "[!code ") else { return nil }
    let pattern =
      /\s*(?:\/\/|#|--|<!--|\/\*|;|%)\s*\[!code (\+\+|--)\]\s*(?:-->|\*\/)?\s*$/
    guard let match = text.firstMatch(of: pattern) else { return nil }
    return (match.1 == "++" ? .added : .removed, match.range)
  }
}

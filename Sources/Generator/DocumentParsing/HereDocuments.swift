import DocModel

/// The lines of a shell script that are no commands but text for one (POSIX, Shell Command Language, 2.7.4).
struct HereDocuments {
  /// The lines, from 0, ends included.
  private(set) var lines: Set<Int> = []

  /// Finds them; one without an end is none.
  init(in script: [Substring]) {
    var index = 0
    while index < script.count {
      let ends = Self.ends(named: script[index])
      index += 1
      for end in ends {
        let rest = script[index...]
        guard let last = rest.firstIndex(where: { end.matches($0) }) else { break }
        lines.formUnion(index...last)
        index = last + 1
      }
    }
  }

  /// What ends a here-document.
  private struct End {
    var word: Substring
    /// Whether tabs may stand before it.
    var isIndented: Bool

    func matches(_ line: Substring) -> Bool {
      (isIndented ? line.drop { $0 == "\t" } : line) == word
    }
  }

  /// The ends of those that begin on a line.
  private static func ends(named line: Substring) -> [End] {
    guard line.utf8.contains(UInt8(ascii: "<")) else { return [] }
    let pattern = /(?:^|[^<])<<(-?)\s*(?:'([^']+)'|"([^"]+)"|\\?([A-Za-z_][\w.-]*))/
    return line.matches(of: pattern).compactMap { match in
      (match.2 ?? match.3 ?? match.4).map { End(word: $0, isIndented: match.1 == "-") }
    }
  }
}

import DocModel
import Ground

extension BlockReader {
  /// Whether a fence belongs to tabs: its first word ends in `+`.
  func isTab(_ code: CodeBlock) -> Bool {
    let word = FenceInfo(code).language
    return word.hasSuffix("+") && word.lowercased() != "c++" && word.count > 1
  }

  /// Returns the group after a marker: the longest run of `+` fences.
  mutating func tabs(after marker: Block, _ rest: inout ArraySlice<Block>) -> [Block] {
    let fences = takeFences(&rest)
    if fences.isEmpty {
      report(.tabsWithoutBlocks, at: marker.range)
      return [marker]
    }
    return [group(of: fences, from: marker.range.start)]
  }

  /// Returns the group of `+` fences that follow no marker: tabs when there are two, else plain
  /// code.
  mutating func tabsWithoutMarker(
    from first: Block, _ rest: inout ArraySlice<Block>
  ) -> [Block] {
    let fences = [first] + takeFences(&rest)
    report(.tabsWithoutMarker, at: first.range)
    return [group(of: fences, from: first.range.start)]
  }

  private func takeFences(_ rest: inout ArraySlice<Block>) -> [Block] {
    var fences: [Block] = []
    while let next = rest.first, case .code(let code) = next.kind, isTab(code) {
      fences.append(next)
      rest = rest.dropFirst()
    }
    return fences
  }

  /// Returns the group of some fences; a group of one becomes a plain block under its label.
  private mutating func group(of fences: [Block], from start: SourcePosition) -> Block {
    let range = SourceRange(start, fences.last?.range.end ?? start)
    let tabs = fences.flatMap { self.tabs(of: $0) }
    if tabs.count == 1, let only = tabs.first?.content.first, case .code(var code) = only.kind {
      code.title = code.title ?? tabs.first?.label
      return Block(.code(code), range: range)
    }
    return Block(.tabs(TabGroup(tabs: tabs)), range: range)
  }

  private mutating func tabs(of block: Block) -> [TabGroup.Tab] {
    guard case .code(let code) = block.kind else { return [] }
    let word = FenceInfo(code).language
    checkNames(in: word, of: code)
    return TabLanguage.languages(of: word).map { language in
      var shown = code
      shown.info = language.highlighting + code.info.dropFirst(word.count)
      let content = self.code(shown, in: block, behind: .noSample)
      return TabGroup.Tab(label: language.label, key: language.key, content: content)
    }
  }

  private mutating func checkNames(in word: String, of code: CodeBlock) {
    var offset = 0
    for name in word.split(separator: "+") {
      let lower = name.lowercased()
      if !TabLanguage.isKnown(lower),
        let nearest = Suggestion.nearest(to: lower, among: TabLanguage.knownNames)
      {
        report(
          .unknownTabLanguage(String(name), nearest: nearest),
          at: SourceRange(
            at: code.infoPosition(at: offset), length: name.utf8.count + 1))
      }
      offset += name.utf8.count + 1
    }
  }
}

extension Diagnostic.Message {
  static let tabsWithoutBlocks = Self(
    .tabsWithoutBlocks, .warning,
    "no tabs follow this marker; put fences whose language ends in '+' after it")

  static let tabsWithoutMarker = Self(
    .tabsWithoutMarker, .hint,
    "a fence whose language ends in '+' is a tab; put '<div class=\"tabs\"></div>' before the first"
  )

  static func unknownTabLanguage(_ name: String, nearest: String) -> Self {
    Self(
      .unknownTabLanguage, .warning,
      "unknown tab language '\(name)+'; did you mean '\(nearest)+'?")
  }
}

import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// Whether a fence belongs to tabs: its first word ends in `+`.
  func isTab(_ code: CodeBlock) -> Bool {
    let word = FenceInfo(code).language
    return word.hasSuffix("+") && word.lowercased() != "c++" && word.count > 1
  }

  /// Returns the group after a marker: the longest run of `+` fences, each with what is expected of
  /// it.
  mutating func tabs(after marker: Block, rest: inout ArraySlice<Block>) -> [Block] {
    guard case .code(let code)? = rest.first?.kind, isTab(code) else {
      report(.tabsWithoutBlocks, at: marker.range)
      return [marker]
    }
    return group(from: marker.range.start, rest: &rest)
  }

  /// Returns the group of `+` fences that follow no marker.
  mutating func tabsWithoutMarker(_ rest: inout ArraySlice<Block>) -> [Block] {
    guard let range = rest.first?.range else { return [] }
    report(.tabsWithoutMarker, at: range)
    return group(from: range.start, rest: &rest)
  }

  /// Reads a group; one with a single tab becomes a plain block under its label.
  private mutating func group(
    from start: SourcePosition, rest: inout ArraySlice<Block>
  ) -> [Block] {
    var group = TabGroup(tabs: [])
    var last = Predecessor.noSample
    var range = SourceRange(start, start)
    while let block = rest.first, case .code(let code) = block.kind {
      if isTab(code) {
        let refused = refusedSamples
        let tabs = self.tabs(of: block)
        group.tabs += tabs
        last =
          refusedSamples > refused
          ? .refusedSample : .block(Block(.tabs(TabGroup(tabs: tabs)), range: block.range))
      } else if isExpectedText(code), code.language == "output" || followsSample(last) {
        // Behind a tab that doesn't run, it is the output of the tab that does.
        let whole = Predecessor.block(Block(.tabs(group), range: range))
        _ = self.code(code, in: block, after: followsSample(last) ? last : whole)
      } else {
        break
      }
      range.end = block.range.end
      rest = rest.dropFirst()
    }
    group.tabs.removeAll { $0.content.allSatisfy(isHidden) }
    group.tabs = labelled(group.tabs)
    guard let first = group.tabs.first else { return [] }
    guard group.tabs.count == 1, var block = first.content.first else {
      return [Block(.tabs(group), range: range)]
    }
    block.range = range
    block.setTitle(block.shownCode?.title ?? first.label)
    return [block]
  }

  /// Returns tabs of which those with equal labels have the titles of their blocks instead.
  private func labelled(_ tabs: [TabGroup.Tab]) -> [TabGroup.Tab] {
    tabs.map { tab in
      guard tabs.count(where: { $0.label == tab.label }) > 1, var block = tab.content.first,
        let title = block.shownCode?.title
      else { return tab }
      block.setTitle(nil)
      return self.tab(title, content: [block])
    }
  }

  private mutating func tabs(of block: Block) -> [TabGroup.Tab] {
    guard case .code(let code) = block.kind else { return [] }
    let word = FenceInfo(code).language
    checkNames(in: word, of: code)
    return TabLanguage.languages(of: word).map { language in
      var shown = code
      shown.info = language.highlighting + code.info.dropFirst(word.count)
      let content = self.code(shown, in: block, after: .noSample)
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

extension Block {
  fileprivate mutating func setTitle(_ title: String?) {
    guard var code = shownCode else { return }
    code.title = title
    if case .sample(let id, _) = kind { kind = .sample(id, code) } else { kind = .code(code) }
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

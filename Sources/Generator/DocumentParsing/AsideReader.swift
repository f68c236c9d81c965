import DocgenDocModel
import DocgenGround

/// Recognizes asides in the forms that GitHub and other tools use.
enum AsideReader {
  /// The labels that begin an aside, and the kind that each begins.
  static let labels: [String: Aside.Kind] = [
    "note": .note, "nb": .note, "nb!": .note, "remember": .note, "info": .note,
    "tip": .tip, "hint": .tip, "experiment": .tip, "important": .important,
    "warning": .warning, "attention": .warning, "caution": .caution, "danger": .caution,
    "hinweis": .note, "tipp": .tip, "wichtig": .important, "achtung": .warning,
    "nota": .note, "consejo": .tip, "importante": .important, "advertencia": .warning,
    "remarque": .note, "astuce": .tip, "avertissement": .warning,
    "注": .note, "注意": .note, "备注": .note, "提示": .tip, "练习": .tip, "警告": .warning,
    "メモ": .note, "備考": .note, "ヒント": .tip, "重要": .important,
    "참고": .note, "팁": .tip, "중요": .important, "주의": .warning, "경고": .warning,
  ]

  /// Returns the aside of a quotation that begins with `[!NOTE]`, `**Note:**` or `Note:`.
  static func aside(fromQuote content: [Block]) -> Aside? {
    guard let first = content.first, case .paragraph(let inlines) = first.kind else { return nil }
    guard
      let found = alert(in: inlines) ?? boldLabel(in: inlines)
        ?? plainLabel(in: inlines)
    else { return nil }
    return found.aside(with: content, first: first)
  }

  /// Returns the aside of a paragraph that begins with `**Note:**` or `**NB!**`.
  static func aside(fromParagraph inlines: [Inline], range: SourceRange) -> Aside? {
    let block = Block(.paragraph(inlines), range: range)
    return boldLabel(in: inlines)?.aside(with: [block], first: block)
  }

  /// Returns the aside of blocks with one of the labels, in lower case.
  static func aside(labelled label: String, _ content: [Block]) -> Aside? {
    labels[label].map { Aside(kind: $0, title: title(label), content: content) }
  }

  /// A label and the rest of its paragraph.
  private struct Labelled {
    var kind: Aside.Kind
    var title: String
    var rest: [Inline]

    func aside(with content: [Block], first: Block) -> Aside {
      var blocks = Array(content.dropFirst())
      if !rest.isEmpty { blocks.insert(Block(.paragraph(rest), range: first.range), at: 0) }
      return Aside(kind: kind, title: title, content: blocks)
    }
  }

  /// The most characters of a title, as opposed to the first line of a text.
  private static let longestTitle = 50

  /// GitHub's form: `[!NOTE]` alone on the first line, before a title, as in Obsidian's documents,
  /// or before text, as in Svelte's.
  private static func alert(in inlines: [Inline]) -> Labelled? {
    guard let first = inlines.first, case .text(let text) = first.kind,
      text.hasPrefix("[!"), let end = text.firstIndex(of: "]"),
      let kind = Aside.Kind(rawValue: text[..<end].dropFirst(2).lowercased())
    else { return nil }
    // Obsidian folds a note with '-' here.
    let after = text[end...].dropFirst().trimmingPrefix(/[-+]/)
    var rest = Array(inlines.dropFirst())
    if after.isEmpty {
      guard rest.isEmpty || rest[0].kind == .softBreak || rest[0].kind == .lineBreak else {
        return nil
      }
      rest = Array(rest.dropFirst())
    } else {
      guard after.first == " " else { return nil }
      let line = after.trimmed
      // Obsidian's form, whose first line is the title.
      if rest.first?.kind == .softBreak, line.count <= longestTitle, line.last?.isLetter == true {
        return Labelled(kind: kind, title: line, rest: Array(rest.dropFirst()))
      }
      rest.insert(Inline(.text(String(after)), range: first.range), at: 0)
      rest = rest.withoutLeadingSpace
    }
    return Labelled(kind: kind, title: kind.rawValue.capitalizedFirst, rest: rest)
  }

  private static func boldLabel(in inlines: [Inline]) -> Labelled? {
    guard let first = inlines.first, case .strong(let content) = first.kind else { return nil }
    var rest = Array(inlines.dropFirst())
    var label = content.plainText
    if label.last?.isColon == true {
      label.removeLast()
    } else if let next = rest.first, case .text(let text) = next.kind, text.first?.isColon == true {
      rest[0].kind = .text(String(text.dropFirst()))
    } else if !label.hasSuffix("!") {
      return nil
    }
    guard let kind = labels[label.lowercased()] else { return nil }
    return Labelled(kind: kind, title: title(label), rest: rest.withoutLeadingSpace)
  }

  private static func plainLabel(in inlines: [Inline]) -> Labelled? {
    guard let first = inlines.first, case .text(let text) = first.kind,
      let colon = text.firstIndex(where: \.isColon),
      let kind = labels[text[..<colon].lowercased()]
    else { return nil }
    var rest = inlines
    rest[0].kind = .text(String(text[text.index(after: colon)...]))
    return Labelled(
      kind: kind, title: title(String(text[..<colon])), rest: rest.withoutLeadingSpace)
  }

  private static func title(_ label: String) -> String {
    label.lowercased().hasPrefix("nb") ? "NB" : label.lowercased().capitalizedFirst
  }
}

extension Character {
  /// Whether the character is a colon, or the wide one of Chinese and Japanese.
  fileprivate var isColon: Bool { self == ":" || self == "：" }
}

extension [Inline] {
  fileprivate var withoutLeadingSpace: [Inline] {
    guard let first, case .text(let text) = first.kind else {
      return self.first?.kind == .softBreak ? Array(dropFirst()) : self
    }
    let trimmed = text.drop { $0 == " " }
    if trimmed.isEmpty { return Array(dropFirst()).withoutLeadingSpace }
    return [Inline(.text(String(trimmed)), range: first.range)] + dropFirst()
  }
}

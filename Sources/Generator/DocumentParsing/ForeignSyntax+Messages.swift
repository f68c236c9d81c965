import DocgenDocModel
import DocgenGround

extension ForeignSyntax {
  /// Returns the warning for a kind, with what to write instead.
  ///
  /// - Parameters:
  ///   - text: the first occurrence on the page.
  ///   - count: the number of all.
  static func message(_ kind: Kind, text: String, count: Int) -> Diagnostic.Message {
    let label = text.split { "[]".contains($0) }.last ?? ""
    let way =
      switch kind {
      case .abbreviation:
        "an abbreviation of another generator, shown as text; explain it in the text"
      case .address:
        "no link, because its address has spaces; write '\(text.replacing("](", with: "](<").dropLast())>)'"
      case .alert:
        "no alert of GitHub; write '[!NOTE]', '[!TIP]', '[!IMPORTANT]', '[!WARNING]' or "
          + "'[!CAUTION]'"
      case .container: "no container of docgen; write ':::note', ':::tabs' or Markdown"
      case .definition:
        "a definition of another generator, shown in one paragraph; write a list or a table"
      case .diagram:
        "a diagram that docgen doesn't draw, shown as text; write 'sequence-diagram', or an image"
      case .directive: "a directive of DocC, shown as text; write Markdown or ':::tabs'"
      case .emphasis:
        "no emphasis in Markdown, because of the punctuation beside it; write a space outside the asterisks, "
          + "or '<strong>'"
      case .expression: "an expression of a template, shown as text; write its value"
      case .footnote: "a footnote without a text; write '\(text): …' on a line of its own"
      case .formula: "a formula, shown as text; write it as code, or as an image"
      case .include: "an include of another generator, shown as text; write '--8<-- \"file\"'"
      case .liquid: "a tag of Liquid, shown as text; write its result"
      case .mark:
        "a mark of another generator, shown as code; write '{2,4-6}' after the block's language"
      case .misread: "one character whose UTF-8 was read as Windows-1252; write that character"
      case .module: "a line of MDX, shown as text; remove it"
      case .reference:
        "a link without an address; write '[\(label)]: page.md' on a line of its own"
      case .style:
        "without effect on pages of the built-in theme, whose policy allows no styles and scripts in the "
          + "text; write them into a file, and name it in 'templates/head.mustache'"
      case .table: "no table, because the line below it has another number of cells"
      case .wikiLink: "a link of a wiki, shown as text; write '[text](page.md)'"
      }
    let name = text.split(separator: "\n").first.map { $0.prefix(40) } ?? ""
    let times = count == 1 ? "" : " (\(count) times on this page)"
    let id: Diagnostic.ID =
      switch kind {
      case .misread: .invalidUTF8
      case .address, .footnote, .reference: .brokenLink
      default: .unsupportedSyntax
      }
    return .init(id, kind == .style ? .hint : .warning, "'\(name)' is \(way)\(times)")
  }
}

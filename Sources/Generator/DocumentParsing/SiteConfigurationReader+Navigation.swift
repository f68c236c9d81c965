import DocgenDocModel
import DocgenGround

extension SiteConfigurationReader {
  private static let entryKeys = ["href", "id", "items", "page", "path", "title", "top"]

  /// Returns the entries of the navigation, or of one of its entries.
  mutating func entries(
    in node: YAMLNode
  ) throws(UnexpectedValue) -> [SiteConfiguration.NavigationEntry] {
    guard let elements = node.sequence else {
      throw UnexpectedValue(expected: "a list of entries")
    }
    return elements.compactMap { entry(in: $0) }
  }

  private mutating func entry(in node: YAMLNode) -> SiteConfiguration.NavigationEntry? {
    var entry = SiteConfiguration.NavigationEntry(
      title: nil, target: .none, items: [], location: file.location(node.range))
    if let page = node.text {
      entry.target = .page(page)
      return entry
    }
    for pair in pairs(of: node) {
      do throws(UnexpectedValue) {
        switch pair.key.text ?? "" {
        case "title": entry.title = try pair.value.expectText()
        case "page", "path", "id": entry.target = .page(try pair.value.expectText())
        case "href": entry.target = .address(try pair.value.expectText())
        case "top": entry.isTop = try pair.value.expectBool()
        case "items": entry.items = try entries(in: pair.value)
        case let key: report(.unknownSiteKey(key, among: Self.entryKeys), at: pair.key.range)
        }
      } catch {
        report(error, of: pair)
      }
    }
    if case .page = entry.target { return entry }
    if entry.title != nil { return entry }
    let wrong = UnexpectedValue(expected: "entries with a title or a page")
    report(wrong.message(.invalidSiteValue, of: "navigation"), at: node.range)
    return nil
  }
}

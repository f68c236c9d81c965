public import DocModel
public import Ground

/// Reads `site.yml`.
public enum SiteConfigurationReader {
  static let keys = [
    "base_url", "budget", "description", "index_html", "language", "navigation", "title",
  ]
  static let entryKeys = ["href", "id", "items", "page", "path", "title"]

  /// Returns the configuration of a file, with defaults for invalid values, and what is wrong with
  /// it.
  public static func read(
    _ file: SourceFile
  ) -> (configuration: SiteConfiguration, diagnostics: [Diagnostic]) {
    var reader = Reader(file: file)
    let configuration = reader.read()
    return (configuration, reader.diagnostics)
  }

  private struct Reader {
    let file: SourceFile
    var diagnostics: [Diagnostic] = []

    init(file: SourceFile) { self.file = file }

    mutating func read() -> SiteConfiguration {
      var configuration = SiteConfiguration()
      do {
        guard let root = try YAMLParser.parse(file.text) else { return configuration }
        for pair in pairs(of: root) { read(pair, into: &configuration) }
      } catch {
        report(.malformedSiteConfiguration(error.message), at: SourceRange(at: error.position))
      }
      return configuration
    }

    private mutating func read(
      _ pair: YAMLNode.Pair, into configuration: inout SiteConfiguration
    ) {
      let key = pair.key.text ?? ""
      switch key {
      case "navigation": configuration.navigation = entries(of: pair.value)
      case "title": text(of: pair).map { configuration.title = $0 }
      case "description": text(of: pair).map { configuration.description = $0 }
      case "language": text(of: pair).map { configuration.language = $0 }
      case "base_url":
        guard let address = text(of: pair) else { return }
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
          return report(
            .invalidSiteValue(key, expected: "an address that begins with 'https://'"),
            at: pair.value.range)
        }
        configuration.baseURL = address.hasSuffix("/") ? address : address + "/"
      case "index_html":
        guard let flag = pair.value.bool else {
          return report(.invalidSiteValue(key, expected: "true or false"), at: pair.value.range)
        }
        configuration.addressesEndWithIndex = flag
      case "budget": configuration.limits = limits(of: pair.value)
      default:
        report(.unknownSiteKey(key, among: SiteConfigurationReader.keys), at: pair.key.range)
      }
    }

    private mutating func limits(of node: YAMLNode) -> [SiteConfiguration.Limit] {
      pairs(of: node).compactMap { pair in
        let key = pair.key.text ?? ""
        guard let part = SiteConfiguration.Limit.Part(rawValue: key) else {
          let known = SiteConfiguration.Limit.Part.allCases.map(\.rawValue)
          report(.unknownSiteKey(key, among: known), at: pair.key.range)
          return nil
        }
        guard let kilobytes = pair.value.integer, kilobytes >= 0 else {
          report(.invalidSiteValue(key, expected: "a number of kilobytes"), at: pair.value.range)
          return nil
        }
        return SiteConfiguration.Limit(
          part, kilobytes: kilobytes, location: file.location(pair.key.range))
      }
    }

    private mutating func entries(
      of node: YAMLNode
    ) -> [SiteConfiguration.NavigationEntry] {
      guard let elements = node.sequence else {
        report(.invalidSiteValue("navigation", expected: "a list of entries"), at: node.range)
        return []
      }
      return elements.compactMap { entry(of: $0) }
    }

    private mutating func entry(of node: YAMLNode) -> SiteConfiguration.NavigationEntry? {
      var entry = SiteConfiguration.NavigationEntry(
        title: nil, target: .none, items: [], location: file.location(node.range))
      if let page = node.text {
        entry.target = .page(page)
        return entry
      }
      for pair in pairs(of: node) {
        let key = pair.key.text ?? ""
        switch key {
        case "title": entry.title = text(of: pair)
        case "page", "path", "id": text(of: pair).map { entry.target = .page($0) }
        case "href": text(of: pair).map { entry.target = .address($0) }
        case "items": entry.items = entries(of: pair.value)
        default:
          report(.unknownSiteKey(key, among: SiteConfigurationReader.entryKeys), at: pair.key.range)
        }
      }
      if entry.title == nil, case .page = entry.target { return entry }
      if entry.title == nil {
        report(
          .invalidSiteValue("navigation", expected: "entries with a title or a page"),
          at: node.range)
        return nil
      }
      return entry
    }

    private mutating func pairs(of node: YAMLNode) -> [YAMLNode.Pair] {
      if let pairs = node.mapping { return pairs }
      report(.malformedSiteConfiguration("lines of 'key: value' are expected here"), at: node.range)
      return []
    }

    private mutating func text(of pair: YAMLNode.Pair) -> String? {
      if let text = pair.value.text { return text }
      report(
        .invalidSiteValue(pair.key.text ?? "", expected: "a text"), at: pair.value.range)
      return nil
    }

    private mutating func report(_ message: Diagnostic.Message, at range: SourceRange) {
      diagnostics.append(Diagnostic(message, at: file.location(range)))
    }
  }
}

extension Diagnostic.Message {
  static func malformedSiteConfiguration(_ problem: String) -> Self {
    Self(.malformedSiteConfiguration, "the site's configuration cannot be read: \(problem)")
  }

  static func unknownSiteKey(_ key: String, among keys: [String]) -> Self {
    Self(.unknownSiteKey, .unknown("site key", key, among: keys))
  }

  static func invalidSiteValue(_ key: String, expected: String) -> Self {
    Self(.invalidSiteValue, "the value of '\(key)' must be \(expected)")
  }
}

public import DocgenDocModel
public import DocgenGround

/// Reads `site.yml`.
public enum SiteConfigurationReader {
  static let keys = [
    "accent", "addresses", "base_url", "budget", "description", "documents", "edit", "footer",
    "ignore-links", "include", "index_html", "language", "logo", "navigation", "proof", "reference",
    "repository", "samples", "source", "strings",
    "title",
  ]
  static let entryKeys = ["href", "id", "items", "page", "path", "title", "top"]

  /// Returns the configuration of a file, with defaults for invalid values, and what is wrong with
  /// it.
  ///
  /// - Parameter defaults: what the file doesn't set.
  public static func read(
    _ file: SourceFile, completing defaults: SiteConfiguration = SiteConfiguration()
  ) -> (configuration: SiteConfiguration, diagnostics: [Diagnostic]) {
    var reader = Reader(file: file)
    let configuration = reader.read(defaults)
    return (configuration, reader.diagnostics)
  }

  private struct Reader {
    let file: SourceFile
    var diagnostics: [Diagnostic] = []

    init(file: SourceFile) { self.file = file }

    mutating func read(_ defaults: SiteConfiguration) -> SiteConfiguration {
      var configuration = defaults
      do {
        guard let root = try YAMLParser.parse(file.text) else { return configuration }
        let pairs = pairs(of: root)
        // 'strings' replaces words of the language, wherever it is.
        for pair in pairs where pair.key.text == "language" {
          pair.value.text.map { configuration.strings = ThemeStrings(language: $0) }
        }
        for pair in pairs { read(pair, into: &configuration) }
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
      case "language": language(of: pair).map { configuration.language = $0 }
      case "base_url": baseURL(of: pair).map { configuration.baseURL = $0.endingInSlash }
      case "repository": address(of: pair).map { configuration.repository = $0 }
      case "edit": address(of: pair).map { configuration.edit = $0.endingInSlash }
      case "source": address(of: pair).map { configuration.source = $0.endingInSlash }
      case "footer": text(of: pair).map { configuration.footer = $0 }
      case "logo": path(of: pair).map { configuration.logo = $0 }
      case "reference":
        configuration.reference = list(of: pair, expected: "a list of modules")
      case "documents":
        configuration.documents = list(of: pair, expected: "a list of files and folders")
      case "proof": path(of: pair).map { configuration.proof = $0 }
      case "samples":
        let reader = SampleDefaultsReader(pair.value)
        configuration.samples = reader.defaults
        for problem in reader.problems { report(problem.message, at: problem.range) }
      case "accent": configuration.accent = accent(of: pair.value)
      case "strings": readStrings(pair.value, into: &configuration.strings)
      case "index_html":
        guard let flag = pair.value.bool else {
          return report(.invalidSiteValue(key, expected: "true or false"), at: pair.value.range)
        }
        configuration.addressesEndWithIndex = flag
      case "addresses":
        configuration.links.addresses = pairs(of: pair.value).compactMap { pair in
          text(of: pair).map { .init(prefix: pair.key.text ?? "", replacement: $0) }
        }
      case "ignore-links":
        configuration.links.ignored = list(of: pair, expected: "a list of links").map(\.path)
      case "include":
        configuration.includedFolders = list(of: pair, expected: "a list of folders").map(\.path)
      case "budget": configuration.limits = limits(of: pair.value)
      default:
        report(.unknownSiteKey(key, among: SiteConfigurationReader.keys), at: pair.key.range)
      }
    }

    private mutating func list(
      of pair: YAMLNode.Pair, expected: String
    ) -> [SiteConfiguration.File] {
      let texts = pair.value.sequence?.compactMap { node in
        node.text.map { SiteConfiguration.File(path: $0, location: file.location(node.range)) }
      }
      if texts == nil || texts?.count != pair.value.sequence?.count {
        report(.invalidSiteValue(pair.key.text ?? "", expected: expected), at: pair.value.range)
      }
      return texts ?? []
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
        case "top":
          entry.isTop = pair.value.bool ?? false
          if pair.value.bool == nil {
            report(.invalidSiteValue(key, expected: "'true' or 'false'"), at: pair.value.range)
          }
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

    private mutating func accent(of node: YAMLNode) -> AccentColor? {
      var colors: [String: Color] = [:]
      for pair in node.mapping ?? [] {
        colors[pair.key.text ?? ""] = pair.value.text.flatMap { Color(hexadecimal: $0) }
      }
      guard let light = colors["light"], let dark = colors["dark"], colors.count == 2 else {
        report(
          .invalidSiteValue(
            "accent", expected: "two colors in quotes, such as {light: '#0b5cba', dark: '#82b8ff'}"),
          at: node.range)
        return nil
      }
      let accent = AccentColor(light: light, dark: dark)
      let contrast = accent.contrast
      for (name, color, ratio) in [("light", light, contrast.light), ("dark", dark, contrast.dark)]
      where ratio < AccentColor.leastContrast {
        let value = node.mapping?.first { $0.key.text == name }?.value
        report(.lowContrast(color, scheme: name, ratio: ratio), at: value?.range ?? node.range)
      }
      return accent
    }

    private mutating func readStrings(_ node: YAMLNode, into strings: inout ThemeStrings) {
      for pair in pairs(of: node) {
        let name = pair.key.text ?? ""
        guard let known = ThemeStrings.english[name].map(Self.values) else {
          let names = Array(ThemeStrings.english.keys)
          report(.unknownSiteKey(name, among: names), at: pair.key.range)
          continue
        }
        if pair.value.isNull {
          report(.invalidSiteValue(name, expected: "a text"), at: pair.key.range)
        } else if let text = text(of: pair) {
          strings[name] = text
          for unknown in Self.values(in: text).subtracting(known).sorted() {
            report(.unknownValue(unknown, of: name, among: known), at: pair.value.range)
          }
        }
      }
    }

    /// Returns the words in braces, which values replace.
    private static func values(in text: String) -> Set<String> {
      Set(text.matches(of: /\{\w+\}/).map { String($0.output) })
    }

    private mutating func address(of pair: YAMLNode.Pair) -> String? {
      guard let address = text(of: pair) else { return nil }
      if address.hasPrefix("https://") || address.hasPrefix("http://") { return address }
      report(
        .invalidSiteValue(
          pair.key.text ?? "", expected: "an address that begins with 'https://'"),
        at: pair.value.range)
      return nil
    }

    private mutating func language(of pair: YAMLNode.Pair) -> String? {
      func isTag(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil
      }
      guard let tag = text(of: pair) else { return nil }
      if isTag(tag) { return tag }
      let other = tag.replacing("_", with: "-")
      report(
        .invalidSiteValue(
          "language", expected: "a BCP 47 tag, such as '\(isTag(other) ? other : "de-AT")'"),
        at: pair.value.range)
      return nil
    }

    private mutating func baseURL(of pair: YAMLNode.Pair) -> String? {
      guard let address = text(of: pair) else { return nil }
      guard let rule = SiteConfiguration.rule(violatedByBaseURL: address) else { return address }
      report(.invalidSiteValue("base_url", expected: rule), at: pair.value.range)
      return nil
    }

    private mutating func pairs(of node: YAMLNode) -> [YAMLNode.Pair] {
      guard let pairs = node.mapping else {
        report(
          .malformedSiteConfiguration("lines of 'key: value' are expected here"), at: node.range)
        return []
      }
      var keys: Set<String> = []
      for key in pairs.map(\.key) where !keys.insert(key.text ?? "").inserted {
        report(.repeatedSiteKey(key.text ?? ""), at: key.range)
      }
      return pairs
    }

    private mutating func path(of pair: YAMLNode.Pair) -> SiteConfiguration.File? {
      let location = file.location(pair.value.range)
      return text(of: pair).map { .init(path: $0, location: location) }
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

extension String {
  fileprivate var endingInSlash: String { hasSuffix("/") ? self : self + "/" }
}

extension Diagnostic.Message {
  static func malformedSiteConfiguration(_ problem: String) -> Self {
    Self(.malformedSiteConfiguration, "the site's configuration cannot be read: \(problem)")
  }

  static func repeatedSiteKey(_ key: String) -> Self {
    Self(.invalidSiteValue, "the key '\(key)' appears twice; remove one of them")
  }

  static func unknownSiteKey(_ key: String, among keys: [String]) -> Self {
    Self(.unknownSiteKey, .unknown("site key", named: key, among: keys))
  }

  static func unknownValue(_ value: String, of name: String, among known: Set<String>) -> Self {
    let names = known.sorted().map { "'\($0)'" }.joined(separator: " and ")
    let way = known.isEmpty ? "remove it" : "docgen fills in \(names)"
    return Self(.invalidSiteValue, "unknown '\(value)' in '\(name)'; \(way)")
  }

  static func lowContrast(_ color: Color, scheme: String, ratio: Double) -> Self {
    // Rounded down, so that it's less than what is asked for.
    let shown = ((ratio * 100).rounded(.down) / 100).text(decimals: 2)
    return Self(
      .lowContrast,
      "'\(color)' has a contrast of only \(shown) with the \(scheme) background or its own "
        + "tint; choose a \(scheme == "light" ? "darker" : "lighter") color, with at least "
        + "\(AccentColor.leastContrast)")
  }

  static func invalidSiteValue(_ key: String, expected: String) -> Self {
    Self(.invalidSiteValue, "the value of '\(key)' must be \(expected)")
  }
}

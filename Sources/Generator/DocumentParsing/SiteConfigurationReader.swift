public import DocgenDocModel
public import DocgenGround

/// Reads `site.yml`.
public struct SiteConfigurationReader {
  static let keys = [
    "accent", "addresses", "base_url", "budget", "description", "documents", "edit", "footer",
    "ignore-links", "include", "index_html", "language", "logo", "navigation", "proof", "reference",
    "repository", "samples", "source", "strings", "title", "traits",
  ]

  let file: SourceFile
  var configuration: SiteConfiguration
  private(set) var diagnostics: [Diagnostic] = []

  /// Returns the configuration of a file, with defaults for invalid values, and what is wrong with
  /// it.
  ///
  /// - Parameter defaults: what the file doesn't set.
  public static func read(
    _ file: SourceFile, completing defaults: SiteConfiguration = SiteConfiguration()
  ) -> (configuration: SiteConfiguration, diagnostics: [Diagnostic]) {
    var reader = SiteConfigurationReader(file: file, configuration: defaults)
    do {
      if let root = try YAMLParser.parse(file.text) { reader.read(root) }
    } catch {
      reader.report(.malformedSiteConfiguration(error.message), at: SourceRange(at: error.position))
    }
    return (reader.configuration, reader.diagnostics)
  }

  private init(file: SourceFile, configuration: SiteConfiguration) {
    self.file = file
    self.configuration = configuration
  }

  private mutating func read(_ root: YAMLNode) {
    let pairs = pairs(of: root)
    // 'strings' replaces words of the language, wherever it is.
    let language = pairs.filter { $0.key.text == "language" }
    for pair in language + pairs.filter({ $0.key.text != "language" }) {
      let key = pair.key.text ?? ""
      guard Self.keys.contains(key) else {
        report(.unknownSiteKey(key, among: Self.keys), at: pair.key.range)
        continue
      }
      do throws(UnexpectedValue) {
        try read(pair.value, of: key)
      } catch {
        report(error, of: pair)
      }
    }
  }

  private mutating func read(_ value: YAMLNode, of key: String) throws(UnexpectedValue) {
    switch key {
    case "title": configuration.title = try value.expectText()
    case "description": configuration.description = try value.expectText()
    case "footer": configuration.footer = try value.expectText()
    case "language":
      configuration.language = try language(in: value)
      configuration.strings = ThemeStrings(language: configuration.language)
    case "base_url": configuration.baseURL = try baseURL(in: value).endingInSlash
    case "repository": configuration.repository = try address(in: value)
    case "edit": configuration.edit = try address(in: value).endingInSlash
    case "source": configuration.source = try address(in: value).endingInSlash
    case "index_html": configuration.addressesEndWithIndex = try value.expectBool()
    case "logo": configuration.logo = try path(in: value)
    case "proof": configuration.proof = try path(in: value)
    case "reference": configuration.reference = try list(in: value, expected: "a list of modules")
    case "traits": configuration.traits = try list(in: value, expected: "a list of traits")
    case "documents":
      configuration.documents = try list(in: value, expected: "a list of files and folders")
    case "include":
      configuration.includedFolders = try list(in: value, expected: "a list of folders").map(\.path)
    case "ignore-links":
      configuration.links.ignored = try list(in: value, expected: "a list of links").map(\.path)
    case "addresses":
      configuration.links.addresses = pairs(of: value).compactMap { pair in
        text(of: pair).map { .init(prefix: pair.key.text ?? "", replacement: $0) }
      }
    case "samples":
      let reader = SampleDefaultsReader(value)
      configuration.samples = reader.defaults
      for problem in reader.problems { report(problem.message, at: problem.range) }
    case "navigation": configuration.navigation = try entries(in: value)
    case "accent": configuration.accent = try accent(in: value)
    case "strings": readStrings(value)
    case "budget": configuration.limits = limits(in: value)
    default: break
    }
  }

  // MARK: Values

  private func language(in value: YAMLNode) throws(UnexpectedValue) -> String {
    func isTag(_ text: String) -> Bool {
      text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil
    }
    let tag = try value.expectText()
    if isTag(tag) { return tag }
    let other = tag.replacing("_", with: "-")
    throw UnexpectedValue(
      expected: "a BCP 47 tag, such as '\(isTag(other) ? other : "de-AT")'")
  }

  private func baseURL(in value: YAMLNode) throws(UnexpectedValue) -> String {
    let address = try value.expectText()
    if let rule = SiteConfiguration.rule(violatedByBaseURL: address) {
      throw UnexpectedValue(expected: rule)
    }
    return address
  }

  private func address(in value: YAMLNode) throws(UnexpectedValue) -> String {
    let address = try value.expectText()
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      throw UnexpectedValue(expected: "an address that begins with 'https://'")
    }
    return address
  }

  private func path(in value: YAMLNode) throws(UnexpectedValue) -> SiteConfiguration.File {
    SiteConfiguration.File(path: try value.expectText(), location: file.location(value.range))
  }

  private func list(
    in value: YAMLNode, expected: String
  ) throws(UnexpectedValue) -> [SiteConfiguration.File] {
    guard let nodes = value.sequence, nodes.allSatisfy({ $0.text != nil }) else {
      throw UnexpectedValue(expected: expected)
    }
    return nodes.map { .init(path: $0.text ?? "", location: file.location($0.range)) }
  }

  private mutating func limits(in node: YAMLNode) -> [SiteConfiguration.Limit] {
    pairs(of: node).compactMap { pair in
      let key = pair.key.text ?? ""
      guard let part = SiteConfiguration.Limit.Part(rawValue: key) else {
        let known = SiteConfiguration.Limit.Part.allCases.map(\.rawValue)
        report(.unknownSiteKey(key, among: known), at: pair.key.range)
        return nil
      }
      guard let kilobytes = pair.value.integer, kilobytes >= 0 else {
        report(UnexpectedValue(expected: "a number of kilobytes"), of: pair)
        return nil
      }
      return SiteConfiguration.Limit(
        part, kilobytes: kilobytes, location: file.location(pair.key.range))
    }
  }

  /// Returns the pairs of a mapping; reports another value, and keys that appear twice.
  mutating func pairs(of node: YAMLNode) -> [YAMLNode.Pair] {
    guard let pairs = node.mapping else {
      report(.malformedSiteConfiguration("lines of 'key: value' are expected here"), at: node.range)
      return []
    }
    var keys: Set<String> = []
    for key in pairs.map(\.key) where !keys.insert(key.text ?? "").inserted {
      report(.repeatedSiteKey(key.text ?? ""), at: key.range)
    }
    return pairs
  }

  /// Returns the text of a pair; reports another value.
  mutating func text(of pair: YAMLNode.Pair) -> String? {
    do throws(UnexpectedValue) {
      return try pair.value.expectText()
    } catch {
      report(error, of: pair)
      return nil
    }
  }

  mutating func report(_ wrong: UnexpectedValue, of pair: YAMLNode.Pair) {
    report(wrong.message(.invalidSiteValue, of: pair.key.text ?? ""), at: pair.value.range)
  }

  mutating func report(_ message: Diagnostic.Message, at range: SourceRange) {
    diagnostics.append(Diagnostic(message, at: file.location(range)))
  }
}

extension String {
  fileprivate var endingInSlash: String { hasSuffix("/") ? self : self + "/" }
}

extension Diagnostic.Message {
  fileprivate static func malformedSiteConfiguration(_ problem: String) -> Self {
    Self(.malformedSiteConfiguration, "the site's configuration cannot be read: \(problem)")
  }

  static func repeatedSiteKey(_ key: String) -> Self {
    Self(.invalidSiteValue, "the key '\(key)' appears twice; remove one of them")
  }

  static func unknownSiteKey(_ key: String, among keys: [String]) -> Self {
    Self(.unknownSiteKey, .unknown("site key", named: key, among: keys))
  }
}

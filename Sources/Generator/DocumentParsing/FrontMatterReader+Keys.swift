import DocgenDocModel
import DocgenGround

extension FrontMatterReader {
  /// The keys a page may have, including those of the older portal that only other tools used.
  static let keys = [
    "aliases", "description", "draft", "hero", "id", "layout", "nav_order", "navigation", "noedit",
    "order", "permalink", "published", "redirect_from", "samples", "sidebar_position", "swagger",
    "title", "versions", "ways", "weight",
  ]

  /// Reads the keys with their values.
  mutating func read(_ root: YAMLNode) {
    guard let pairs = root.mapping else { return report(.frontMatterWithoutKeys, at: root.range) }
    var seen: Set<String> = []
    for pair in pairs {
      let key = pair.key.text ?? ""
      // VitePress has a table there.
      if !Self.keys.contains(key) || key == "hero" && pair.value.mapping != nil {
        report(.unknownFrontMatterKey(key), at: pair.key.range)
      } else if !seen.insert(key).inserted {
        report(.repeatedFrontMatterKey(key), at: pair.key.range)
      } else {
        do throws(UnexpectedValue) {
          try read(pair.value, of: key)
        } catch {
          report(error.message(.invalidFrontMatterValue, of: key), at: pair.value.range)
        }
      }
    }
    for pair in pairs where !metadata.isHome {
      let key = pair.key.text ?? ""
      if key == "ways" || key == "hero" && pair.value.mapping == nil {
        report(.onlyForHome(key), at: pair.key.range)
      }
    }
  }

  private mutating func read(_ value: YAMLNode, of key: String) throws(UnexpectedValue) {
    switch key {
    case "title": metadata.title = try value.expectText()
    case "id": metadata.id = try value.expectText()
    case "description": metadata.description = try value.expectText()
    case "layout": metadata.isHome = value.text == "home"
    case "hero":
      metadata.home.heroRange = value.range
      metadata.home.hero = try value.expectText()
    case "ways": metadata.home.ways = try ways(in: value)
    case "order":
      guard let order = value.integer else { throw UnexpectedValue(expected: "a whole number") }
      metadata.order = order
    case "nav_order", "sidebar_position", "weight":
      // Jekyll's themes, Docusaurus and Hugo have fractions and texts there too.
      metadata.order = metadata.order ?? value.integer
    case "permalink":
      guard let permalink = value.text, !permalink.isEmpty else {
        throw UnexpectedValue(expected: "the path of a file below the site")
      }
      metadata.permalink = permalink
      metadata.permalinkRange = value.range
    case "aliases", "redirect_from": metadata.aliases += try aliases(in: value)
    case "navigation": metadata.isInNavigation = try value.expectBool()
    case "draft": metadata.isDraft = try value.expectBool()
    case "published":
      // Others have a date there, and read YAML 1.1, where these words are false.
      let isFalse = ["false", "no", "off", "n", "0"].contains(value.text?.lowercased() ?? "")
      if isFalse { metadata.isDraft = true }
    case "samples":
      let reader = SampleDefaultsReader(value)
      metadata.samples = reader.defaults
      for problem in reader.problems { report(problem.message, at: problem.range) }
    default: break
    }
  }

  /// Returns addresses, and former anchors with the headings they lead to.
  private func aliases(in value: YAMLNode) throws(UnexpectedValue) -> [PageMetadata.Alias] {
    let wrong = UnexpectedValue(expected: "an address or a list of addresses")
    var aliases: [PageMetadata.Alias] = []
    if value.isNull { return [] }
    for node in value.sequence ?? [value] {
      if let address = node.text {
        aliases.append(PageMetadata.Alias(address, range: node.range))
        continue
      }
      guard let pairs = node.mapping else { throw wrong }
      for pair in pairs {
        guard let anchor = pair.key.text, anchor.contains("#"), let heading = pair.value.text else {
          throw wrong
        }
        aliases.append(PageMetadata.Alias(anchor, heading: heading, range: pair.key.range))
      }
    }
    return aliases
  }

  private func ways(in value: YAMLNode) throws(UnexpectedValue) -> [PageMetadata.Way] {
    let wrong = UnexpectedValue(expected: "a list of links, each with a 'title' and a 'page'")
    guard let nodes = value.sequence else { throw wrong }
    var ways: [PageMetadata.Way] = []
    for node in nodes {
      let pairs = Dictionary(
        (node.mapping ?? []).map { ($0.key.text ?? "", $0.value) }, uniquingKeysWith: { $1 })
      guard pairs.count == 2, let title = pairs["title"]?.text, let page = pairs["page"],
        let destination = page.text
      else { throw wrong }
      ways.append(PageMetadata.Way(title: title, destination: destination, range: page.range))
    }
    return ways
  }
}

extension Diagnostic.Message {
  fileprivate static let frontMatterWithoutKeys = Self(
    .malformedFrontMatter, "front matter must be lines of 'key: value'")

  fileprivate static func unknownFrontMatterKey(_ key: String) -> Self {
    let known = FrontMatterReader.keys
    // Templates of other generators read keys of their own.
    let isOthers = key == "version" || known.contains(key)
    guard !isOthers, Suggestion.misspelled(key, among: known) != nil else {
      let ways = [
        "sidebar_label": " (write a 'title' in the navigation of 'site.yml')",
        "slug": " (write 'permalink')", "url": " (write 'permalink')",
      ]
      return Self(
        .unknownFrontMatterKey, .warning,
        "docgen doesn't use the front matter key '\(key)'\(ways[key] ?? "")")
    }
    return Self(.unknownFrontMatterKey, .unknown("front matter key", named: key, among: known))
  }

  fileprivate static func onlyForHome(_ key: String) -> Self {
    Self(
      .unknownFrontMatterKey, .warning,
      "docgen uses '\(key)' only on a home page; write 'layout: home' too, or remove it")
  }

  fileprivate static func repeatedFrontMatterKey(_ key: String) -> Self {
    Self(.malformedFrontMatter, "the key '\(key)' appears twice; remove one of them")
  }
}

import DocModel
import Ground

/// A cache of rendered pages.
public protocol PageStore: Sendable {
  /// Returns a key for some inputs, in this order.
  func key(of ingredients: [String]) -> String
  /// Returns the page for a key; `nil` when it isn't cached.
  func page(for key: String) -> String?
  /// Caches a page.
  func store(_ page: String, for key: String)
}

/// The inputs of a page, except the templates: its Markdown, the results of its samples, its
/// highlighted code, and what it shows of other pages.
struct PageInputs {
  /// The inputs, in an unambiguous order.
  private(set) var texts: [String]

  /// Creates the inputs that all pages have in common: the site's configuration, the navigation,
  /// all targets of links, and the toolchain.
  init(
    _ configuration: SiteConfiguration, _ site: SiteMap, _ navigation: Navigation,
    toolchain: String?
  ) {
    texts = [
      toolchain ?? "",
      configuration.title, configuration.description ?? "", configuration.language,
      configuration.baseURL ?? "", "\(configuration.addressesEndWithIndex)",
      "\(site.pages.contains { $0.changed != nil })",
      configuration.logo?.path ?? "", configuration.footer ?? "",
      configuration.repository ?? "", configuration.edit ?? "", configuration.proof?.path ?? "",
    ]
    texts.append("\(configuration.links)")
    add(site.symbols.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    add(configuration.strings.values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    add(site.assets.sorted())
    add(site.linked.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] })
    for page in site.pages {
      let document = page.document
      texts += [page.path, document.file.path, document.metadata.title]
      add(page.anchors.ids.sorted())
      add((site.movedAnchors[page.path] ?? []).flatMap { [$0.id, $0.page.path, $0.anchor ?? ""] })
      add(page.anchors.aliases.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }
    add(navigation.nodes)
  }

  /// Creates the inputs of one page, with the key of the common ones.
  init(
    _ shared: String, _ page: SiteMap.Page, usedAliases: Set<String>,
    _ outcomes: [SampleID: SampleOutcome], _ highlighting: HighlightedPageCode
  ) {
    texts = [
      shared, page.path, page.document.file.path, page.document.file.text,
      page.changed?.time ?? "",
    ]
    add(usedAliases.sorted())
    page.document.forEachBlock { block in
      guard let code = block.shownCode else { return }
      // Includes the text of files that the page shows.
      texts += [
        code.text, highlighting.html(for: code) ?? "", code.title ?? "",
        "\(code.folds)", "\(code.marks)", "\(code.isNumbered)",
        "\(code.changes.sorted { $0.key < $1.key })",
      ]
    }
    for sample in page.document.samples {
      let outcome = outcomes[sample.id]
      texts += ["\(sample.id)", "\(sample.isPartlyShown)", "\(outcome != nil)"]
      if let outcome { add(outcome, highlighting.messages(of: sample.id), highlighting) }
    }
  }

  private mutating func add(_ list: [String]) { texts += ["\(list.count)"] + list }

  private mutating func add(_ nodes: [Navigation.Node]) {
    texts.append("\(nodes.count)")
    for node in nodes {
      texts += [
        node.title, node.page.map { "\($0)" } ?? "", node.address ?? "", "\(node.isTop)",
      ]
      add(node.items)
    }
  }

  private mutating func add(
    _ outcome: SampleOutcome, _ messages: [HTTPMessage], _ highlighting: HighlightedPageCode
  ) {
    texts += [
      "\(outcome.result)", outcome.output, outcome.failure, "\(outcome.transcript.omittedCount)",
    ]
    texts.append("\(messages.count)")
    for message in messages {
      texts += [
        message.sender, message.receiver, "\(message.isResponse)", message.label, message.startLine,
      ]
      add(message.fields.flatMap { [$0.name, $0.value] })
      texts += [message.body, highlighting.html(for: message) ?? ""]
    }
  }
}

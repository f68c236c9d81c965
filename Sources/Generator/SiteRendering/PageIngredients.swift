import DocModel
import Ground

/// Where pages are kept from one build to the next.
public protocol PageStore: Sendable {
  /// A name for what is made of some texts, in this order.
  func key(of ingredients: [String]) -> String
  /// The page of a name; `nil` when none is kept.
  func page(for key: String) -> String?
  /// Keeps a page.
  func keep(_ page: String, for key: String)
}

/// Everything that a page is made of, beside the templates: its Markdown, what its samples did, how
/// its code is coloured, and what it says of other pages.
struct PageIngredients {
  /// All of it, in an order that tells one thing from another.
  private(set) var texts: [String]

  /// What all pages of a site are made of: what the site says of itself, the tree of its pages, and
  /// everything that links can lead to.
  init(_ configuration: SiteConfiguration, _ site: SiteMap, _ navigation: Navigation) {
    texts = [
      configuration.title, configuration.description ?? "", configuration.language,
      configuration.baseURL ?? "",
    ]
    add(site.assets.sorted())
    for page in site.pages {
      let document = page.document
      texts += [page.path, document.file.path, document.metadata.title]
      add(page.anchors.ids.sorted())
      add(page.anchors.aliases.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }
    add(navigation.nodes)
  }

  /// What one of the pages is made of, with the name of what all are made of.
  init(
    _ shared: String, _ page: SiteMap.Page, usedAliases: Set<String>,
    _ outcomes: [SampleID: SampleOutcome], _ colours: ColouredCode
  ) {
    texts = [shared, page.path, page.document.file.path, page.document.file.text]
    add(usedAliases.sorted())
    page.document.forEachBlock { block in
      guard let code = block.shownCode else { return }
      // With the text of files that it shows.
      texts += [
        code.text, colours.html(for: code) ?? "", code.title ?? "",
        "\(code.folds)", "\(code.marks)",
      ]
    }
    for sample in page.document.samples {
      let outcome = outcomes[sample.id]
      texts += ["\(sample.id)", "\(sample.isPartlyShown)", "\(outcome != nil)"]
      if let outcome { add(outcome, colours.messages(of: sample.id), colours) }
    }
  }

  private mutating func add(_ list: [String]) { texts += ["\(list.count)"] + list }

  private mutating func add(_ nodes: [Navigation.Node]) {
    texts.append("\(nodes.count)")
    for node in nodes {
      texts += [node.title, node.page.map { "\($0)" } ?? "", node.address ?? ""]
      add(node.items)
    }
  }

  private mutating func add(
    _ outcome: SampleOutcome, _ messages: [HTTPMessage], _ colours: ColouredCode
  ) {
    texts += [outcome.output, outcome.failure, "\(outcome.transcript.omittedCount)"]
    texts.append("\(messages.count)")
    for message in messages {
      texts += [
        message.sender, message.receiver, "\(message.isAnswer)", message.label, message.startLine,
      ]
      add(message.fields.flatMap { [$0.name, $0.value] })
      texts += [message.body, colours.html(for: message) ?? ""]
    }
  }
}

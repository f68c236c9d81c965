public import DocgenDocModel
public import DocgenGround
import DocgenHashing

/// What a page was rendered from and the files that it became, so that a later build renders it
/// again only if it would differ; or what a file was copied from.
///
/// A class, because copies of so many values would take time.
public final class PageRecord: Sendable {
  /// A file's path below the output folder, and its size in bytes.
  struct File: Sendable {
    let path: String
    let size: Int
  }

  /// A hash of everything that it is made from, as `PageInputs` has it.
  let inputs: String
  /// The aliases of its headings that links use.
  let aliases: [String]
  /// The result of checking its links; `nil` if there is something to say of them.
  let links: LinkCounts?
  /// A hash of everything that the page shows.
  let key: String
  /// A hash of the numbers of examples of the site; empty for a page that doesn't show them.
  let figures: String
  /// The files, each as two lines, which take less time to read from a cache and to free than a
  /// list.
  private let fileLines: String
  private let lazyWords: Lazy<PageWords>?
  /// Whether it is from a cache.
  public let isCached: Bool
  /// Whether its words are from a cache.
  public let hasCachedWords: Bool

  /// The words of the page for the search; `nil` for the page of the search.
  public var words: PageWords? { lazyWords?.value }

  /// Creates the record of a page that is rendered.
  init(
    inputs: String, aliases: [String], links: LinkCounts?, key: String, figures: String = "",
    files: [RenderedFile], words: PageWords?
  ) {
    (self.inputs, self.aliases, self.links, self.key) = (inputs, aliases, links, key)
    self.figures = figures
    fileLines = files.map { "\($0.path)\n\($0.bytes.count)\n" }.joined()
    lazyWords = words.map { Lazy($0) }
    isCached = false
    hasCachedWords = false
  }

  /// Creates the record of a page that is the same although it is made from something else.
  init(_ record: PageRecord, inputs: String, aliases: [String], links: LinkCounts?) {
    (self.inputs, self.aliases, self.links, key) = (inputs, aliases, links, record.key)
    figures = record.figures
    fileLines = record.fileLines
    lazyWords = record.lazyWords
    isCached = false
    hasCachedWords = record.hasCachedWords
  }

  /// Creates the record of a file that is copied, in a state.
  public convenience init(ofCopy file: RenderedFile, in state: FileState) {
    self.init(
      inputs: state.description, aliases: [], links: nil, key: "", files: [file], words: nil)
  }

  /// Returns the size of the file if it was copied in a state.
  public func sizeOfCopy(in state: FileState) -> Int? {
    inputs == state.description ? files.first?.size : nil
  }

  /// The files that the page became; their paths have no lines, as in the list of a site's files.
  var files: [File] {
    let lines = fileLines.utf8.split(separator: UInt8(ascii: "\n"))
    return stride(from: 1, to: lines.count, by: 2).map {
      File(path: String(Substring(lines[$0 - 1])), size: Int(Substring(lines[$0])) ?? 0)
    }
  }

  /// What each build needs of it; `nil` if that can't be part of a cache.
  public var head: String? {
    let texts = [
      inputs, key, lazyWords == nil ? "" : "words", links?.text ?? "", fileLines, figures,
    ]
    return Fields.text(texts + aliases)
  }

  /// Creates a record from a cache; `nil` for a head from elsewhere.
  public init?(head: Fields, words: (@Sendable () -> [UInt8])?) {
    let texts = head.texts
    guard texts.count > 5, texts[2].isEmpty || words != nil else { return nil }
    (inputs, key) = (texts[0], texts[1])
    links = LinkCounts(text: texts[3])
    fileLines = texts[4]
    figures = texts[5]
    aliases = Array(texts[6...])
    lazyWords =
      texts[2].isEmpty
      ? nil
      : words.map { words in Lazy { PageWords(bytes: words()) } }
    isCached = true
    hasCachedWords = true
  }
}

/// A file of the site.
public enum SiteFile: Sendable {
  /// A file with its bytes.
  case new(RenderedFile)
  /// The file that the last build wrote at this path, and its size in bytes.
  case unchanged(String, size: Int)
}

extension SiteRenderer {
  /// Returns a hash of everything that a page shows: its document, the outcomes of its samples,
  /// where its links lead, and what its template gets from the rest of the site.
  func key(
    of index: Int, surroundings: TemplateObject, navigation: UInt64,
    in siteContext: SiteContext
  ) -> String {
    let site = siteContext.site
    let page = site.pages[index]
    var hash = ContentHash()
    hash.add(page.summary.digest)
    hash.add(page.path)
    hash.add(siteContext.symbolsDigest)
    hash.add(String(surroundings.digest, radix: 16))
    hash.add(String(navigation, radix: 16))
    hash.add(siteContext.searchTitle(of: index))
    let resolver = siteContext.links[index].resolver
    for link in page.summary.references {
      hash.add(resolver.reference(to: link.destination, from: page, isImage: link.isImage))
      if link.isImage {
        hash.add(resolver.variants(ofImage: link.destination, from: page)?.dark ?? "")
        let size = resolver.size(ofImage: link.destination, from: page)
        hash.add(size.map { "\($0.width) \($0.height)" } ?? "")
      }
      guard LinkResolver.article(in: link.destination) != nil,
        case .page(let target, _) = resolver.resolve(link.destination, from: page, isImage: false)
      else { continue }
      hash.add(site.pages[target].summary.source)
      hash.add(site.pages[target].title)
      hash.add(site.pages[target].metadata.symbol ?? "")
      if page.isOfCatalog { hash.add(site.pages[target].summary.description ?? "") }
    }
    for alias in (siteContext.usedAliases[index] ?? []).sorted() { hash.add(alias) }
    let proof = configuration.proof.flatMap { site.page(named: $0.path) }
    hash.add(proof.map { site.pages[$0].path } ?? "")
    hash.add(toolchain ?? "")
    for sample in page.summary.samples {
      hash.add(siteContext.outcomes[sample.id].map(\.shownDigest) ?? [])
    }
    return hash.hexadecimal
  }
}

public import DocgenDocModel
import DocgenGround

/// The summary in a cache; without its samples, which are those of documents that are parsed in
/// each build.
extension PageSummary {
  /// What each build needs of it; `nil` for one that can't be cached.
  public var head: String? {
    Fields.text(of: diagnostics, in: source).flatMap { problems in
      Fields.text([
        digest, source, metadataDigest, visibleDigest, "\(unverifiedCount)",
        Fields.text(of: ownMetadata),
        description.map { "=\($0)" } ?? "", problems,
      ])
    }
  }

  /// What few builds need of it; empty if that can't be cached.
  public var rest: [UInt8] { Fields.text(of: details.value.lists).map { Array($0.utf8) } ?? [] }

  /// Creates a summary from a cache; `nil` for a head from elsewhere.
  ///
  /// - Parameters:
  ///   - rest: returns the rest.
  ///   - document: returns the document, for a rest that isn't cached.
  public convenience init?(
    head: Fields, rest: @escaping @Sendable () -> [UInt8],
    document: @escaping @Sendable () -> ParsedDocument
  ) {
    let texts = head.texts
    guard texts.count == 8, let count = Int(texts[4]),
      let metadata = Fields.metadata(from: texts[5]),
      let problems = Fields.diagnostics(from: texts[7], in: texts[1])
    else { return nil }
    self.init(
      digest: texts[0], source: texts[1], metadata: metadata, ownMetadata: metadata,
      description: texts[6].isEmpty ? nil : String(texts[6].dropFirst()), unverifiedCount: count,
      metadataDigest: texts[2], visibleDigest: texts[3], diagnostics: problems,
      details: Lazy {
        rest().withUnsafeBytes { Details(lists: Fields($0).lists) }
          ?? PageSummary(of: document()).details.value
      }, isCached: true)
  }
}

extension PageSummary.Details {
  /// All of this as lists of texts.
  fileprivate var lists: [[String]] {
    anchors.lists + [
      references.map(\.destination),
      references.map { ($0.isImage ? "!" : "") + $0.range.description },
      unnamedImages.map(\.description), symbolLinks.map(\.name),
      symbolLinks.map(\.range.description),
    ]
  }

  /// Creates details from their lists; `nil` for others.
  fileprivate init?(lists: [[String]]) {
    guard lists.count == 11, let anchors = PageAnchors(lists: Array(lists[..<6])) else {
      return nil
    }
    self.anchors = anchors
    references = zip(lists[6], lists[7]).compactMap { destination, range in
      Fields.range(range).map {
        .init(destination: destination, range: $0, isImage: range.hasPrefix("!"))
      }
    }
    unnamedImages = lists[8].compactMap(Fields.range)
    symbolLinks = zip(lists[9], lists[10]).compactMap { name, range in
      Fields.range(range).map { .init(name: name, range: $0) }
    }
  }
}

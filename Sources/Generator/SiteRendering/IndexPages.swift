public import DocgenDocModel
import DocgenGround

/// The pages that readers get without naming one: of a folder, its `README.md` if it has no
/// `index.md`, as on GitHub and in mdBook; of a site without either, the first of its navigation.
public enum IndexPages {
  /// Returns the documents with the permalinks and aliases of such pages changed.
  static func assigned(
    in documents: [ParsedDocument], navigation: [SiteConfiguration.NavigationEntry]?,
    assets: [CopiedFile]
  ) -> [ParsedDocument] {
    var documents = withReadmes(documents)
    let index = "index.html"
    func file(of permalink: String) -> String? { SitePath.file(ofPermalink: permalink) }
    let hasHome =
      assets.contains { $0.path == index }
      || documents.contains { document in
        let metadata = document.metadata
        return file(of: metadata.permalink) == index
          || metadata.aliases.contains { $0.anchor == nil && file(of: $0.address) == index }
      }
    guard !hasHome, let name = firstPage(of: navigation ?? []) else { return documents }
    let first = documents.firstIndex { document in
      let metadata = document.metadata
      return metadata.id == name || [name, "content/\(name)"].contains(document.file.path)
        || file(of: metadata.permalink) == file(of: name)
    }
    guard let first else { return documents }
    let range = SourceRange(at: SourcePosition(line: 1, column: 1))
    documents[first].metadata.aliases.append(PageMetadata.Alias(index, range: range))
    return documents
  }

  private static func firstPage(of entries: [SiteConfiguration.NavigationEntry]) -> String? {
    for entry in entries {
      if case .page(let name) = entry.target { return name }
      if let name = firstPage(of: entry.items) { return name }
    }
    return nil
  }

  /// Returns the documents with the permalink of each `README.md` that is the page of its folder.
  public static func withReadmes(_ documents: [ParsedDocument]) -> [ParsedDocument] {
    let suffix = "README/index.html"
    func isReadme(_ document: ParsedDocument) -> Bool {
      let metadata = document.metadata
      return metadata.permalinkRange == nil
        && (metadata.permalink == suffix || metadata.permalink.hasSuffix("/" + suffix))
    }
    guard documents.contains(where: isReadme) else { return documents }
    let taken = Set(documents.compactMap { SitePath.file(ofPermalink: $0.metadata.permalink) })
    return documents.map { document in
      guard isReadme(document) else { return document }
      let index = document.metadata.permalink.dropLast(suffix.count) + "index.html"
      guard !taken.contains(String(index)) else { return document }
      var document = document
      document.metadata.permalink = String(index)
      return document
    }
  }
}

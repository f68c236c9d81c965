import DocgenDocModel

/// The guides of a site by the names in their code.
struct GuidesByName {
  private var counts: [String: [Int: Int]] = [:]
  private let guides: [PageMetadata]

  init(_ documents: [ParsedDocument]) {
    guides = documents.map(\.metadata)
    for (index, document) in documents.enumerated() {
      // The page of a DocC catalog about a type, which didn't move to the type's page, comes before
      // all others.
      if let symbol = document.metadata.symbol {
        let type = symbol.split(separator: "/").dropFirst().joined(separator: ".")
        counts[type, default: [:]][index] = .max / 2
      }
      document.forEachBlock { block in
        guard let code = block.shownCode, code.language == "swift" else { return }
        for name in code.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          counts[String(name), default: [:]][index, default: 0] += 1
        }
      }
    }
  }

  /// Returns the guides whose code has a name, those that have it most often first.
  func guides(with name: String) -> [PageMetadata] {
    (counts[name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { guides[$0.key] }
  }
}

import DocgenDocModel
import DocgenGround

/// Gives headings the identifiers that they had before, from the aliases of the front matter.
enum FormerAnchors {
  /// Fills in `formerIDs` for the aliases that name an anchor of the page itself, and reports those
  /// that lead to no heading.
  static func assign(
    _ metadata: PageMetadata, in sections: inout [ParsedDocument.Section], of file: SourceFile
  ) -> [Diagnostic] {
    let own = metadata.aliases.filter { metadata.isOwnAnchor($0) }
    guard !own.isEmpty else { return [] }
    var diagnostics: [Diagnostic] = []
    let ids = Set(headings(in: sections).map(\.id))
    let targets = Dictionary(own.map { ($0.anchor ?? "", $0.heading ?? "") }) { first, _ in first }
    var formerIDs: [String: [String]] = [:]
    for alias in own {
      let anchor = alias.anchor ?? ""
      // An alias may lead to another one, which was a heading for a while.
      var seen: Set = [anchor]
      var target = alias.heading ?? ""
      while !ids.contains(target), let next = targets[target], seen.insert(target).inserted {
        target = next
      }
      let message: Diagnostic.Message?
      if ids.contains(anchor) {
        message = .aliasIsHeading(anchor)
      } else if ids.contains(target) {
        message = nil
      } else {
        message =
          targets[target] == nil ? .aliasWithoutHeading(target, among: ids) : .aliasCycle(anchor)
      }
      if let message {
        diagnostics.append(Diagnostic(message, at: file.location(alias.range)))
      } else {
        formerIDs[target, default: []].append(anchor)
      }
    }
    for index in sections.indices {
      if let id = sections[index].heading?.id {
        sections[index].heading?.formerIDs = formerIDs[id] ?? []
      }
      for block in sections[index].body.indices {
        guard case .heading(var heading) = sections[index].body[block].kind else { continue }
        heading.formerIDs = formerIDs[heading.id] ?? []
        sections[index].body[block].kind = .heading(heading)
      }
    }
    return diagnostics
  }

  /// The headings of the main column.
  private static func headings(in sections: [ParsedDocument.Section]) -> [Heading] {
    sections.flatMap { section in
      [section.heading].compactMap { $0 }
        + section.body.compactMap { block in
          if case .heading(let heading) = block.kind { heading } else { nil }
        }
    }
  }
}

extension Diagnostic.Message {
  static func aliasIsHeading(_ anchor: String) -> Self {
    Self(
      .permalinkCollision, "the page has a heading '#\(anchor)'; remove the alias of that name")
  }

  static func aliasWithoutHeading(_ target: String, among ids: Set<String>) -> Self {
    if target.isEmpty {
      return Self(
        .brokenAnchor, "the heading is missing; write it after the alias: '#old: heading'")
    }
    let way = Suggestion.nearest(to: target, among: ids).map { "; the nearest is '\($0)'" } ?? ""
    return Self(.brokenAnchor, "the page has no heading '\(target)'\(way)")
  }

  static func aliasCycle(_ anchor: String) -> Self {
    Self(.aliasCycle, "the alias '#\(anchor)' leads back to itself; name a heading of the page")
  }
}

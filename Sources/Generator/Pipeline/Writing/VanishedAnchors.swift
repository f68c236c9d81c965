import DocgenDocModel
import DocgenGround
import Foundation

/// The anchors of headings that the site of the last build had, and that this one lacks.
enum VanishedAnchors {
  /// Returns those of a page.
  static func anchors(of page: RenderedFile, replacing site: SiteWriter) -> [String] {
    guard page.path.hasSuffix(".html"),
      let old = try? [UInt8](contentsOf: site.path(of: page.path)), !page.bytes.isEqual(to: old)
    else { return [] }
    let present = Set(anchors(of: page.bytes).all)
    return anchors(of: old).ofHeadings.filter { !present.contains($0) }.sorted()
  }

  /// Returns the note on them; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - anchors: the anchors by the paths of the pages that had them.
  ///   - documents: the documents of the pages.
  static func remark(on anchors: [String: [String]], documents: [String: String]) -> String? {
    let all = anchors.flatMap { path, anchors in
      documents[path].map { document in anchors.map { (document: document, anchor: $0) } } ?? []
    }.sorted { $0 < $1 }
    guard let first = all.first else { return nil }
    let count = all.count - 1
    let others =
      count > 0 ? ", as \(count == 1 ? "is" : "are") \(count.counting("other anchor"))" : ""
    let anchor = "#\(first.anchor)"
    return "the anchor '\(anchor)' of '\(first.document)' is gone since the last build\(others); "
      + "if links to it may exist, write 'aliases: [{\"\(anchor)\": HEADING}]' with a heading that "
      + "replaces it"
  }

  private static func anchors(of page: [UInt8]) -> (all: [String], ofHeadings: [String]) {
    var all: [String] = []
    var ofHeadings: [String] = []
    let (beginning, quote) = (Array(" id=\"".utf8), UInt8(ascii: "\""))
    var rest = page[...]
    while let space = rest.firstIndex(of: beginning[0]) {
      rest = rest[space...]
      guard rest.starts(with: beginning) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(beginning.count)
      let anchor = String(decoding: rest.prefix { $0 != quote }, as: UTF8.self)
      all.append(anchor)
      let tag = page[..<space].suffix(3)
      if tag.starts(with: "<h".utf8), UInt8(ascii: "1")...UInt8(ascii: "6") ~= tag.last ?? 0 {
        ofHeadings.append(anchor)
      }
    }
    return (all, ofHeadings)
  }
}

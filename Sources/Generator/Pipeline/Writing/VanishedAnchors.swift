import DocModel
import Foundation
import Ground

/// The anchors of headings that the site of the last build had, and that this one lacks.
enum VanishedAnchors {
  /// Returns a warning for each, at its page.
  ///
  /// - Parameters:
  ///   - pages: the rendered pages, each with the document's file.
  ///   - output: the folder with the site of the last build.
  static func warnings(
    in pages: [(page: RenderedFile, document: String)], replacing output: URL
  ) -> [Diagnostic] {
    pages.flatMap { page, document -> [Diagnostic] in
      guard let old = try? Data(contentsOf: output.appending(path: page.path)),
        old.count != page.bytes.count || !old.elementsEqual(page.bytes)
      else { return [] }
      let present = anchors(of: page.bytes, after: " id=\"")
      return (1...6).flatMap { anchors(of: Array(old), after: "<h\($0) id=\"") }
        .filter { !present.contains($0) }.sorted()
        .map { Diagnostic(.vanishedAnchor($0), at: SourceLocation(file: document)) }
    }
  }

  private static func anchors(of page: [UInt8], after beginning: String) -> Set<String> {
    let parts = String(decoding: page, as: UTF8.self).components(separatedBy: beginning)
    return Set(parts.dropFirst().map { String($0.prefix { $0 != "\"" }) })
  }
}

extension Diagnostic.Message {
  static func vanishedAnchor(_ anchor: String) -> Self {
    Self(
      .vanishedAnchor, .warning,
      "the last build had the anchor '#\(anchor)' on this page, and links to it may exist; write "
        + "'aliases: [{\"#\(anchor)\": HEADING}]' with a heading that replaces it")
  }
}

/// The references to footnotes that a page has so far; several may refer to one footnote.
///
/// A class, because inline elements are rendered by functions that don't change the renderer.
final class FootnoteReferences {
  private var counts: [String: Int] = [:]

  /// Returns the identifier of the next reference to a footnote: `fnref-1`, then `fnref-1-2`.
  func id(ofReferenceTo label: String) -> String {
    counts[label, default: 0] += 1
    let count = counts[label] ?? 1
    return count == 1 ? "fnref-\(label)" : "fnref-\(label)-\(count)"
  }
}

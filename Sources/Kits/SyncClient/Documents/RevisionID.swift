import DocgenHashing
public import DocgenJSON

/// The ID of a revision, `generation-digest`, such as `1-ca9ad22802b66f662ff171f226211d5c`.
///
/// ```swift runnable
/// let revision = RevisionID("2-abc")!
/// print(revision.generation, revision.digest)
/// print(RevisionID("1-z")! < revision)
/// ```
///
/// ```output
/// 2 abc
/// true
/// ```
public struct RevisionID: Sendable, Hashable {
  /// The ID as it is transferred.
  public let text: String
  /// The revision's depth in the tree; the first revision has 1.
  public let generation: Int

  /// Parses an ID; `nil` when it doesn't start with a positive number and a hyphen.
  public init?(_ text: String) {
    var generation = 0
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "-"), generation > 0 {
        self.text = text
        self.generation = generation
        return
      }
      let digit = Int(byte) - 0x30
      guard (0...9).contains(digit), generation < 1_000_000_000 else { return nil }
      generation = generation * 10 + digit
    }
    return nil
  }

  init(generation: Int, digest: String) {
    text = "\(generation)-\(digest)"
    self.generation = generation
  }

  /// The part after the hyphen.
  public var digest: Substring {
    text[
      (text.utf8.firstIndex(of: UInt8(ascii: "-")).map(text.utf8.index(after:)) ?? text.startIndex)...
    ]
  }

  /// Computes the ID of a new revision as Sync Gateway does (db/revision.go).
  ///
  /// The digest is the MD5 of the length of the parent's ID, that ID, and the body with sorted
  /// keys. The same body on the same parent gets the same ID, so two devices that make the same
  /// change don't conflict. Attachments count, as in 1.5.
  ///
  /// ```swift runnable
  /// let first = RevisionID.make(parent: nil, properties: ["title": "Lisbon"])
  /// print(first == RevisionID.make(parent: nil, properties: ["title": "Lisbon"]))
  /// print(RevisionID.make(parent: first, properties: [:]).generation)
  /// ```
  ///
  /// ```output
  /// true
  /// 2
  /// ```
  ///
  /// - Parameters:
  ///   - parent: the revision to replace; `nil` for the first.
  ///   - properties: the body without members that start with `_`.
  ///   - attachments: the stubs of `_attachments`; empty for none.
  ///   - isDeleted: whether the revision is a tombstone.
  public static func make(
    parent: RevisionID?, properties: JSONObject, attachments: JSONObject = [:],
    isDeleted: Bool = false
  ) -> RevisionID {
    var body = properties
    if !attachments.isEmpty { body["_attachments"] = .object(attachments) }
    if isDeleted { body["_deleted"] = true }
    let text = JSONValue.object(body).serialized(sortedKeys: true, escapesHTML: true)
    let parentText = parent?.text ?? ""
    let input = [UInt8(truncatingIfNeeded: parentText.utf8.count)] + parentText.utf8 + text.utf8
    return RevisionID(
      generation: (parent?.generation ?? 0) + 1, digest: Digest.md5.hex(input))
  }
}

extension RevisionID: Comparable {
  /// Returns whether one ID loses against another: by generation, then by the bytes of the digest.
  public static func < (left: RevisionID, right: RevisionID) -> Bool {
    if left.generation != right.generation { return left.generation < right.generation }
    return left.digest.utf8.lexicographicallyPrecedes(right.digest.utf8)
  }
}

extension RevisionID: CustomStringConvertible {
  /// The ID as it is transferred.
  public var description: String { text }
}

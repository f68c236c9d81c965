import DocgenHashing

/// A file of the old site, of the new one, or of both.
struct StagedFile {
  /// The digest of the old site's file; `nil` if that has none.
  var old: FileDigest?
  /// The digest of the new site's file; `nil` if that has none.
  var new: FileDigest?
  /// Whether the new site has other bytes.
  var isWritten = false
  /// Whether the old file was edited since docgen wrote it.
  var isOverwritten = false

  var isRemoved: Bool { old != nil && new == nil }

  /// Keeps the old file in the new site.
  mutating func keep() { new = old }
}

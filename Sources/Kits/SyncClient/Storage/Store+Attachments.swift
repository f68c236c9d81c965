import DocgenHashing
import DocgenJSON
import DocgenSQLite
import Foundation

extension Store {
  /// Stores bytes under their digest; the same bytes are stored once.
  func storeAttachment(_ bytes: [UInt8]) throws -> String {
    let digest = Self.digest(of: bytes)
    try sqlite.execute(
      "INSERT OR IGNORE INTO attachments (digest, data) VALUES (?, ?)",
      binding: [.text(digest), .blob(bytes)])
    return digest
  }

  /// Returns `sha1-` and Base64, Sync Gateway's name for an attachment.
  static func digest(of bytes: [UInt8]) -> String {
    "sha1-" + Data(Digest.sha1.hash(bytes)).base64EncodedString()
  }

  func attachment(_ digest: String) throws -> [UInt8]? {
    try sqlite.first("SELECT data FROM attachments WHERE digest = ?", binding: [.text(digest)])?[0]
      .blob
  }

  func hasAttachment(_ digest: String) throws -> Bool {
    try sqlite.first("SELECT 1 FROM attachments WHERE digest = ?", binding: [.text(digest)]) != nil
  }

  /// Deletes the bytes that no leaf of any document uses; returns their number.
  func removeUnusedAttachments() throws -> Int {
    var used: Set<String> = []
    for table in ["documents", "bodies"] {
      try sqlite.forEachRow("SELECT body FROM \(table) WHERE instr(body, '\"_attachments\"')") {
        guard let body = $0[0].text.flatMap({ try? JSONParser.parse($0) })?.object else { return }
        used.formUnion(Attachment.all(in: body).values.map(\.digest))
      }
    }
    var removed = 0
    for row in try sqlite.query("SELECT digest FROM attachments") {
      guard let digest = row[0].text, !used.contains(digest) else { continue }
      removed += try sqlite.execute(
        "DELETE FROM attachments WHERE digest = ?", binding: [.text(digest)])
    }
    return removed
  }
}

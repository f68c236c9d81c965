import HTTPServer

/// The JSON text of `_changes`, which may be sent in several chunks.
enum ChangesText {
  static let head = "{\"results\":[\r\n"

  static func rows(_ rows: [ChangeRow], areFirst: Bool) -> String {
    let text = rows.map(\.line).joined(separator: ",")
    return areFirst || rows.isEmpty ? text : "," + text
  }

  /// - Parameter lastSequence: in JSON, as a string or a number.
  static func tail(lastSequence: String) -> String { "],\n\"last_seq\":\(lastSequence)}\n" }

  static func headers(type: String) -> HTTPHeaders {
    ["Content-Type": type, "Cache-Control": "private, max-age=0, no-cache, no-store"]
  }
}

import Foundation

/// The stored form of credentials: JSON with times in seconds since 1970.
extension Credentials {
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Parses what `json` returned; `nil` for anything else.
  init?(json: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let value = try? decoder.decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = value
  }
}

import Foundation

/// Decoded name-value pairs of a query or an `application/x-www-form-urlencoded` body.
///
/// Source: <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>.
public struct FormFields: Sendable, Equatable {
  /// A decoded pair.
  public struct Field: Sendable, Equatable {
    /// The decoded name.
    public var name: String
    /// The decoded value; empty without a `=`.
    public var value: String

    /// Creates a pair.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The pairs, in order; a name may repeat.
  public var fields: [Field]

  /// Decodes `a=b&c=d`; `+` is a space, and a malformed escape stays as it is.
  public init(_ encoded: String) {
    fields = encoded.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return Field(
        name: FormFields.decode(halves[0]),
        value: halves.count > 1 ? FormFields.decode(halves[1]) : "")
    }
  }

  /// The first value of a name.
  public subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// Encodes pairs in order; a space becomes `+`, and reserved characters are escaped.
  public static func encode(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
  }

  /// Escapes a value for a query: a space becomes `+`, and only RFC 3986's unreserved characters
  /// stay.
  ///
  /// This is Go's `url.QueryEscape`, which Sync Gateway uses for user names.
  public static func escape(_ text: String) -> String {
    let escaped = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    return escaped.replacing("%20", with: "+")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func decode(_ encoded: Substring.UTF8View) -> String {
    PercentDecoding.decode(encoded, plusIsSpace: true)
  }
}

/// A `response_type`: a set of words whose order means nothing (OAuth 2.0 Multiple Response Types).
public struct ResponseType: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// One bit per word.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An authorization code.
  public static let code = ResponseType(rawValue: 1)
  /// An ID token.
  public static let idToken = ResponseType(rawValue: 2)
  /// An access token.
  public static let token = ResponseType(rawValue: 4)
  /// Nothing at all: the word `none`, which stands alone (Multiple Response Types 4).
  public static let nothing = ResponseType(rawValue: 8)

  /// The eight sets that mean something.
  public static let supported: [ResponseType] = (1...8).map { ResponseType(rawValue: $0) }

  private static let words: [(word: String, type: ResponseType)] = [
    ("code", .code), ("id_token", .idToken), ("token", .token), ("none", .nothing),
  ]

  /// The set of words separated by spaces; `nil` when one is unknown or stands there twice.
  public init?(_ text: String) {
    var type: ResponseType = []
    for word in text.split(separator: " ") {
      guard let known = Self.words.first(where: { $0.word == word }),
        type.insert(known.type).inserted
      else { return nil }
    }
    if type.isEmpty || (type.contains(.nothing) && type != .nothing) { return nil }
    self = type
  }

  /// The words in their usual order: `code id_token token`.
  public var description: String {
    Self.words.filter { contains($0.type) }.map(\.word).joined(separator: " ")
  }

  /// Tokens do not travel in queries, which end up in logs (Multiple Response Types 5).
  var defaultMode: ResponseMode { fitsIntoQuery ? .query : .fragment }

  /// Whether no token travels with it.
  var fitsIntoQuery: Bool { self == .code || self == .nothing }
}

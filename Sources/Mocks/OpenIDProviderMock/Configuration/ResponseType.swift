/// Within this module; clients of the mock have a response type of their own.
typealias ResponseType = ClientRegistration.ResponseType

extension ClientRegistration {
  /// A `response_type`: a set of values without order (OAuth 2.0 Multiple Response Types).
  public struct ResponseType: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// One bit per value.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An authorization code.
    public static let code = ResponseType(rawValue: 1)
    /// An ID token.
    public static let idToken = ResponseType(rawValue: 2)
    /// An access token.
    public static let token = ResponseType(rawValue: 4)
    /// Nothing at all: the value `none`, which excludes all others (Multiple Response Types 4).
    public static let nothing = ResponseType(rawValue: 8)

    /// The eight combinations that are defined.
    public static let supported: [ResponseType] = (1...8).map { ResponseType(rawValue: $0) }

    private static let values: [(name: String, type: ResponseType)] = [
      ("code", .code), ("id_token", .idToken), ("token", .token), ("none", .nothing),
    ]

    /// Parses values separated by spaces; returns `nil` when one is unknown or repeated.
    public init?(_ text: String) {
      var type: ResponseType = []
      for name in text.split(separator: " ") {
        guard let known = Self.values.first(where: { $0.name == name }),
          type.insert(known.type).inserted
        else { return nil }
      }
      if type.isEmpty || (type.contains(.nothing) && type != .nothing) { return nil }
      self = type
    }

    /// The values in their usual order: `code id_token token`.
    public var description: String {
      Self.values.filter { contains($0.type) }.map(\.name).joined(separator: " ")
    }

    /// Tokens aren't sent in queries, because queries are logged (Multiple Response Types 5).
    var defaultMode: ResponseMode { fitsIntoQuery ? .query : .fragment }

    /// Whether the response contains no token.
    var fitsIntoQuery: Bool { self == .code || self == .nothing }
  }
}

/// The response mode: how the parameters of an authorization response are sent.
enum ResponseMode: String, CaseIterable, Sendable {
  case query, fragment
  /// In a page that submits a form by script (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
}

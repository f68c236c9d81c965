/// The release of Sync Gateway to imitate; releases differ in details that clients notice.
public enum Profile: String, Sendable, CaseIterable {
  /// 1.5.0, the last of the 1.x line, which the older guides were written for.
  case v1_5 = "1.5"
  /// 2.8.3, late 2.x: state cookies, unknown sessions refused, unknown configuration keys refused.
  case v2_8 = "2.8"
}

extension Profile {
  /// The release number in the `Server` field, by which Couchbase Lite 1.x selects features.
  var version: String {
    switch self {
    case .v1_5: "1.5.0"
    case .v2_8: "2.8.3"
    }
  }

  /// The value of the `Server` field (base/version.go).
  var server: String { "\(Self.product)/\(version)" }

  /// The name without a release, as with `hide_product_version`.
  static let product = "Couchbase Sync Gateway"

  /// Whether an unknown configuration key prevents the start (since 2.6, rest/config.go).
  var rejectsUnknownKeys: Bool { self == .v2_8 }

  /// Whether the cookie of an unknown session causes a 401 response (since 2.6, auth/session.go).
  var rejectsUnknownSessions: Bool { self == .v2_8 }

  /// Whether a login stores `state` in a cookie (rest/oidc_api.go).
  var usesStateCookie: Bool { self == .v2_8 }
}

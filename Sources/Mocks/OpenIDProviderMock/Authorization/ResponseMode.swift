/// Where the parameters of an authorization response travel.
enum ResponseMode: String, CaseIterable, Sendable {
  case query, fragment
  /// A page that posts itself (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
}

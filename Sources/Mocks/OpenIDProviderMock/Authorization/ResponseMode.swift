/// How the parameters of an authorization response are sent.
enum ResponseMode: String, CaseIterable, Sendable {
  case query, fragment
  /// In a page that submits a form by script (OAuth 2.0 Form Post Response Mode).
  case formPost = "form_post"
}

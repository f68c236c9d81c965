/// Browsers inside apps.
///
/// Google refuses them, because the app could read the password.
enum WebView {
  /// Returns whether a `User-Agent` is that of Android's or iOS's web view.
  ///
  /// The latter, unlike Safari, doesn't contain `Safari`.
  static func isSpeaking(in userAgent: String?) -> Bool {
    guard let userAgent else { return false }
    if userAgent.contains("; wv)") { return true }
    let isApple = ["iPhone", "iPad", "iPod"].contains { userAgent.contains($0) }
    return isApple && userAgent.contains("AppleWebKit/") && !userAgent.contains("Safari/")
  }

  static let refusal = OAuthError(
    OAuthError.Code(rawValue: "disallowed_useragent"),
    "a browser inside an app may not log users in; open the system's browser")
}

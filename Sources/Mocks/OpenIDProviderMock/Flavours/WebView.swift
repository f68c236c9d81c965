/// Browsers inside apps, where an app could read the password; Google refuses them.
enum WebView {
  /// Whether a `User-Agent` is that of Android's WebView or of iOS's, which unlike Safari does not
  /// call itself `Safari`.
  static func isSpeaking(in userAgent: String?) -> Bool {
    guard let userAgent else { return false }
    if userAgent.contains("; wv)") { return true }
    let isApple = ["iPhone", "iPad", "iPod"].contains { userAgent.contains($0) }
    return isApple && userAgent.contains("AppleWebKit/") && !userAgent.contains("Safari/")
  }

  static let refusal = ErrorPage(
    error: OAuthError(
      OAuthError.Code(rawValue: "disallowed_useragent"),
      "a browser inside an app may not log users in; open the system's browser"))
}

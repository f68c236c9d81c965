public import DocgenHTTPClient
public import Foundation

/// A browser without a screen: follows redirects, fills in forms and stops at the redirect URI.
///
/// For samples, tests and command lines. It stores cookies in memory while it exists, so a second
/// login finds the session of the first, as in a real browser.
///
/// ```swift runnable setup=kit
/// let client = OAuthClient(
///   provider: .discovered(issuer: issuer),
///   settings: ClientSettings(
///     clientID: "travel-app",
///     redirectURI: URL(string: "com.example.travel:/login")!))
/// print(try await client.logIn(with: ScriptedBrowser()).subject!)
/// ```
///
/// ```output
/// alice
/// ```
public struct ScriptedBrowser: UserAgent {
  /// The reason why the browser didn't reach the redirect URI.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// A page has no form to fill in; its status and path, and what it alerts users to.
    case stopped(status: Int, path: String, alert: String? = nil)
    /// There are too many forms and redirects.
    case endless
    /// A redirect has no valid URL.
    case malformedRedirect
    /// A URL is neither the redirect URI nor HTTP; its scheme.
    case unknownScheme(String)

    /// A description for users.
    public var description: String {
      switch self {
      case .stopped(let status, let path, let alert):
        "a page with status \(status) at '\(path)'" + (alert.map { ": \($0)" } ?? "")
      case .endless: "the pages redirect in a circle"
      case .malformedRedirect: "a page redirects to no address"
      case .unknownScheme(let scheme): "a page leads to an address with the scheme '\(scheme)'"
      }
    }
  }

  /// The values to fill into forms, by field name.
  public var fields: [String: String]
  /// The `value` of the button to press, in forms that have one; by default the first button.
  public var button: String?

  private let transport: any HTTPTransport

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - fields: the values to fill into forms, such as `["username": "alice"]`.
  ///   - button: the `value` of the button to press, such as `deny`.
  ///   - transport: sends the browser's requests; by default with cookies in memory.
  public init(
    fields: [String: String] = [:], button: String? = nil,
    transport: any HTTPTransport = DefaultTransport(.keepingCookies)
  ) {
    self.fields = fields
    self.button = button
    self.transport = transport
  }

  /// Opens a URL and continues to the redirect URI, or without one to the first page without forms.
  ///
  /// - Throws: `Problem`, ``TransportError``, or `CancellationError`.
  public func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect {
    var request = TransportRequest(url: url.absoluteURL)
    for _ in 0..<25 {
      try Task.checkCancellation()
      if let redirectURI, RedirectMatch.matches(request.url, redirectURI: redirectURI) {
        return Redirect(
          request.url, form: request.body.map { String(decoding: $0, as: UTF8.self) })
      }
      let scheme = request.url.scheme?.lowercased() ?? ""
      guard ["http", "https"].contains(scheme) else { throw Problem.unknownScheme(scheme) }
      request.headers["Accept"] = "text/html"
      let response = try await transport.send(request)
      guard let next = try next(after: response, to: request) else {
        let isEnd = redirectURI == nil && response.isSuccess
        guard isEnd else {
          throw Problem.stopped(
            status: response.status, path: request.url.path(),
            alert: LoginPage(html: response.text).alert)
        }
        return Redirect(request.url)
      }
      request = next
    }
    throw Problem.endless
  }

  /// Returns the next request after a response; `nil` for a page without forms.
  private func next(
    after response: TransportResponse, to request: TransportRequest
  ) throws -> TransportRequest? {
    if (300..<400).contains(response.status) {
      guard let location = response.headers["Location"],
        let url = URL(string: location, relativeTo: request.url)?.absoluteURL
      else { throw Problem.malformedRedirect }
      let keepsMethod = response.status == 307 || response.status == 308
      return keepsMethod
        ? TransportRequest(
          method: request.method, url: url, headers: request.headers, body: request.body)
        : TransportRequest(url: url)
    }
    guard response.isSuccess, let form = form(of: LoginPage(html: response.text)) else {
      return nil
    }
    return submission(of: form, on: request.url)
  }

  /// Returns the form with the button to press, or one with a field to fill in, or the first.
  private func form(of page: LoginPage) -> LoginPage.Form? {
    page.forms.first { $0.buttons.contains { $0.value == button && button != nil } }
      ?? page.forms.first { $0.controls.contains { fields[$0.name] != nil } } ?? page.forms.first
  }

  private func submission(of form: LoginPage.Form, on page: URL) -> TransportRequest? {
    var pairs: [(name: String, value: String)] = []
    for control in form.controls where !control.name.isEmpty {
      switch control.type {
      case "submit", "button", "reset", "image", "checkbox", "radio", "file": break
      case "hidden": pairs.append((control.name, control.value))
      default: pairs.append((control.name, fields[control.name] ?? control.value))
      }
    }
    let pressed = form.buttons.first { $0.value == button && button != nil } ?? form.buttons.first
    if let pressed, !pressed.name.isEmpty { pairs.append((pressed.name, pressed.value)) }
    let target = form.action.isEmpty ? page : URL(string: form.action, relativeTo: page)
    guard let url = target?.absoluteURL else { return nil }
    let parameters = FormParameters(pairs)
    guard form.isPost else { return url.adding(parameters).map { TransportRequest(url: $0) } }
    return TransportRequest(
      method: "POST", url: url,
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array(parameters.encoded.utf8))
  }
}

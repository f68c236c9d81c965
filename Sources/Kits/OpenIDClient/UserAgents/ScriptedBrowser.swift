public import Foundation
public import HTTPClient

/// A browser without a screen: it follows redirects, fills forms and stops at the redirect address.
///
/// For samples, tests and command lines. It keeps its cookies in memory as long as it lives, so a
/// second login meets the session of the first, as in a person's browser.
public struct ScriptedBrowser: UserAgent {
  /// Why the redirect address was not reached.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// A page came that has no form to fill in: its status and its path.
    case stopped(status: Int, path: String)
    /// The forms and redirects do not end.
    case endless
    /// A redirect to something that is no address.
    case malformedRedirect
    /// An address that is neither the redirect's nor one for a browser: its scheme.
    case unknownScheme(String)

    /// The sentence shown to people.
    public var description: String {
      switch self {
      case .stopped(let status, let path): "a page with status \(status) at '\(path)'"
      case .endless: "the pages lead in a circle"
      case .malformedRedirect: "a page redirects to no address"
      case .unknownScheme(let scheme): "a page leads to an address with the scheme '\(scheme)'"
      }
    }
  }

  /// What is typed into forms, by the names of their fields.
  public var fields: [String: String]
  /// The `value` of the button that is pressed, where a form has one with it; the first one unless
  /// told.
  public var button: String?

  private let transport: any HTTPTransport

  /// A browser.
  ///
  /// - Parameters:
  ///   - fields: what is typed into forms, such as `["username": "alice", "password": "secret"]`.
  ///   - button: the `value` of the button to press, such as `deny`.
  ///   - transport: what carries its requests, with cookies in memory unless told.
  public init(
    fields: [String: String] = [:], button: String? = nil,
    transport: any HTTPTransport = DefaultTransport(.keepingCookies)
  ) {
    self.fields = fields
    self.button = button
    self.transport = transport
  }

  /// Opens an address and goes on until the redirect address, or without one until a page.
  ///
  /// - Throws: `Problem`, `TransportError`, or `CancellationError`.
  public func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect {
    var request = TransportRequest(url: url.absoluteURL)
    for _ in 0..<25 {
      try Task.checkCancellation()
      if let redirectURI, RedirectMatch.matches(request.url, redirectURI) {
        return Redirect(
          request.url, form: request.body.map { String(decoding: $0, as: UTF8.self) })
      }
      let scheme = request.url.scheme?.lowercased() ?? ""
      guard ["http", "https"].contains(scheme) else { throw Problem.unknownScheme(scheme) }
      request.headers["Accept"] = "text/html"
      let answer = try await transport.send(request)
      guard let next = try next(after: answer, to: request) else {
        let isEnd = redirectURI == nil && answer.isSuccess
        guard isEnd else {
          throw Problem.stopped(status: answer.status, path: request.url.path())
        }
        return Redirect(request.url)
      }
      request = next
    }
    throw Problem.endless
  }

  /// Where an answer leads; `nil` when it is a page without forms.
  private func next(
    after answer: TransportResponse, to request: TransportRequest
  ) throws -> TransportRequest? {
    if (300..<400).contains(answer.status) {
      guard let location = answer.headers["Location"],
        let url = URL(string: location, relativeTo: request.url)?.absoluteURL
      else { throw Problem.malformedRedirect }
      let keepsMethod = answer.status == 307 || answer.status == 308
      return keepsMethod
        ? TransportRequest(
          method: request.method, url: url, headers: request.headers, body: request.body)
        : TransportRequest(url: url)
    }
    guard answer.isSuccess, let form = form(of: LoginPage(html: answer.text)) else { return nil }
    return submission(of: form, on: request.url)
  }

  /// The form with the button to press, else one with a field to fill in, else the first.
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

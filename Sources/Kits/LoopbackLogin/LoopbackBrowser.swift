import DocgenHTTPServer
public import Foundation
public import OpenIDClient
import Synchronization

/// The user's browser, with a loopback port that receives the redirect (RFC 8252 7.3).
///
/// For command lines and desktops, not for phones. Each instance listens on a free port for one
/// login. Register the redirect URI without a port, `http://127.0.0.1/callback`, and put the
/// browser's `redirectURI`, which has the port, into the settings:
///
/// ```swift compile-only setup=kit
/// import Foundation
/// import LoopbackLogin
/// import OpenIDClient
///
/// // On a Mac, /usr/bin/open.
/// let loopback = try LoopbackBrowser { page in
///   _ = try Process.run(
///     URL(filePath: "/usr/bin/xdg-open"), arguments: [page.absoluteString])
/// }
/// let client = OAuthClient(
///   provider: .discovered(issuer: issuer),
///   settings: ClientSettings(
///     clientID: "travel-tool", redirectURI: loopback.redirectURI))
/// print(try await client.logIn(with: loopback).subject!)
/// ```
public final class LoopbackBrowser: UserAgent {
  /// The redirect URI of this login, with the listener's port.
  public let redirectURI: URL

  private let listener: HTTPListener
  private let arrivals: AsyncStream<Redirect>
  private let show: @Sendable (URL) async throws -> Void
  private let isUsed = Atomic(false)

  /// Starts listening on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - path: the path of the redirect URI.
  ///   - show: opens the login page in the user's browser.
  /// - Throws: an error when no port is available.
  public init(
    path: String = "/callback", show: @escaping @Sendable (URL) async throws -> Void
  ) throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Redirect.self)
    listener = try HTTPListener { request in
      // Browsers also request icons; only the redirect URI ends the wait.
      guard request.path == path, let url = URL(string: "http://127.0.0.1" + request.target)
      else {
        return HTTPResponse(status: 404, headers: Self.headers, text: "Nothing is here.\n")
      }
      arrived.yield(Redirect(url, form: request.method == "POST" ? request.bodyText : nil))
      return HTTPResponse(status: 200, headers: Self.headers, text: "You can close this page.\n")
    }
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)\(path)") else {
      throw ClientError.configuration("'\(path)' is not a path")
    }
    redirectURI = url
    self.arrivals = arrivals
    self.show = show
  }

  private static let headers: HTTPHeaders = [
    "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  ]

  /// Shows a page, and waits until the browser requests the redirect URI.
  ///
  /// A user who closes the page sends no request: to stop waiting, cancel the task.
  ///
  /// - Throws: `ClientError.configuration` for another redirect URI than this browser's, or at a
  ///   second call; the error of `show`; `CancellationError` when the calling task is cancelled.
  public func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect {
    guard let redirectURI else {
      try await show(url)
      return Redirect(url)
    }
    let address = redirectURI.absoluteString.prefix { $0 != "?" }
    guard address == self.redirectURI.absoluteString else {
      throw ClientError.configuration(
        "the redirect would go to '\(redirectURI)', but the browser listens at "
          + "'\(self.redirectURI)'; use the browser's 'redirectURI' in the settings")
    }
    guard !isUsed.exchange(true, ordering: .relaxed) else {
      throw ClientError.configuration(
        "a 'LoopbackBrowser' serves one login; create another")
    }
    let arrival: Redirect?
    do {
      try await show(url)
      arrival = await arrivals.first { _ in true }
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
    guard let arrival else { throw CancellationError() }
    var components = URLComponents(url: arrival.url, resolvingAgainstBaseURL: true)
    components?.port = self.redirectURI.port
    return Redirect(components?.url ?? arrival.url, form: arrival.form)
  }
}

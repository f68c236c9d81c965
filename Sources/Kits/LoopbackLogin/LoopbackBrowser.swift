public import Foundation
import HTTPServer
public import OpenIDClient

/// A browser beside the program, and a port of this machine on which it brings the answer back
/// (RFC 8252 7.3): for command lines and desktops, not for phones.
///
/// The port is free to choose at each start, so register the redirect address without one:
/// `http://127.0.0.1/callback`. Use one of these for one login.
public final class LoopbackBrowser: UserAgent {
  /// The redirect address of this login, with the port that is listened on.
  public let redirectURI: URL

  private let listener: HTTPListener
  private let arrivals: AsyncStream<Redirect>
  private let show: @Sendable (URL) async throws -> Void

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - path: the path of the redirect address.
  ///   - show: opens the login page in the person's browser.
  /// - Throws: when no port can be had.
  public init(
    path: String = "/callback", show: @escaping @Sendable (URL) async throws -> Void
  ) throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Redirect.self)
    listener = try HTTPListener { request in
      // Browsers also ask for icons; only the redirect address ends the wait.
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

  /// Shows a page, and waits until the browser comes to the redirect address.
  ///
  /// - Throws: what `show` throws; `CancellationError` when the calling task is cancelled.
  public func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect {
    do {
      try await show(url)
    } catch {
      await listener.stop()
      throw error
    }
    guard redirectURI != nil else { return Redirect(url) }
    for await arrival in arrivals {
      await listener.stop()
      var components = URLComponents(url: arrival.url, resolvingAgainstBaseURL: true)
      components?.port = self.redirectURI.port
      return Redirect(components?.url ?? arrival.url, form: arrival.form)
    }
    await listener.stop()
    throw CancellationError()
  }
}

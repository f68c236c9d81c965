public import DocgenClocks
import DocgenHTTPClient
public import Foundation

/// A simulated login, to try a login screen without a provider or network.
///
/// It prepares for a while, shows a page with a link to the redirect URI, and after the tap
/// finalizes for a while. A script can make it fail at each step.
///
/// ```swift runnable
/// import Foundation
///
/// let login = DemoLogin(
///   script: .init(preparing: nil, finalizing: nil),
///   redirectURI: URL(string: "com.example.travel:/login")!)
/// try await login.start(.interactive)
/// print(await login.state.name)
/// ```
///
/// ```output
/// authorizing
/// ```
public actor DemoLogin: LoginFlow {
  /// The steps at which the login can fail.
  public enum Step: Sendable {
    /// Before the page appears.
    case preparing
    /// On the page: its link reports that access was denied.
    case authorizing
    /// After the page.
    case finalizing
  }

  /// The course of one login.
  public struct Script: Sendable, Equatable {
    /// The time to prepare; `nil` to skip this step.
    public var preparing: Duration?
    /// The time to finalize; `nil` to skip this step.
    public var finalizing: Duration?
    /// The step that fails; `nil` for a login that succeeds.
    public var failure: Step?

    /// Creates a script; by default each step takes a second, and the login succeeds.
    public init(
      preparing: Duration? = .seconds(1), finalizing: Duration? = .seconds(1),
      failure: Step? = nil
    ) {
      self.preparing = preparing
      self.finalizing = finalizing
      self.failure = failure
    }
  }

  private let script: Script
  private let redirectURI: URL
  private let clock: any WallClock
  private let subscribers = StateSubscribers()
  private var attempt = 0
  private var isPreparing = false

  /// The state of the simulated login.
  public private(set) var state = ClientState.idle {
    didSet { subscribers.publish(state) }
  }

  /// The current state and all later ones.
  public var states: AsyncStream<ClientState> { subscribers.subscribe() }

  /// Creates a login that follows a script; every `start` repeats it.
  public init(
    script: Script = Script(), redirectURI: URL, clock: any WallClock = SystemClock()
  ) {
    self.script = script
    self.redirectURI = redirectURI
    self.clock = clock
  }

  /// Starts the login, and returns when the page is ready; a silent start ends as not logged in.
  ///
  /// - Throws: the errors of `LoginFlow.start(_:)`.
  public func start(_ mode: StartMode) async throws(ClientError) {
    switch state {
    case .idle where !isPreparing, .cancelled, .failed: break
    case .authorizing where mode == .interactive: break
    case .authorized where mode == .silent: return
    default: throw .illegalCall("start", in: isPreparing ? "starting" : state.name)
    }
    attempt += 1
    state = .idle
    guard mode == .interactive else {
      state = .cancelled(.notLoggedIn)
      return
    }
    isPreparing = true
    guard await pass(script.preparing) else { return }
    isPreparing = false
    if script.failure == .preparing {
      state = .failed(.transport(.cannotConnect("the demonstration is set to fail")))
      return
    }
    state =
      page.map { .authorizing(url: $0, redirectURI: redirectURI) }
      ?? .failed(.configuration("the redirect address takes no parameters"))
  }

  /// Accepts the URL of the page's link, and returns when the login is over.
  ///
  /// - Throws: the errors of `LoginFlow.handleRedirect(_:)`.
  public func handleRedirect(_ redirect: Redirect) async throws(ClientError) {
    guard case .authorizing = state else { throw .illegalCall("handleRedirect", in: state.name) }
    try RedirectMatch.check(redirect.url, redirectURI: redirectURI)
    let query = FormParameters(decoding: redirect.url.query(percentEncoded: true) ?? "")
    if let error = OAuthError(query) {
      state = .failed(.authorization(error))
      return
    }
    state = .fetchingToken
    guard await pass(script.finalizing) else { return }
    if script.failure == .finalizing {
      state = .failed(.token(OAuthError(.invalidGrant), status: 400))
    } else {
      state = .authorized(
        Credentials(
          accessToken: "demonstration", subject: "demo", issuedAt: clock.now, expiry: nil))
    }
  }

  /// Records that the page couldn't be shown.
  ///
  /// - Throws: the errors of `LoginFlow.handleFailure(_:)`.
  public func handleFailure(_ reason: String) throws(ClientError) {
    guard case .authorizing = state else { throw .illegalCall("handleFailure", in: state.name) }
    state = .failed(.browser(reason))
  }

  /// Ends a login that is in progress or has failed.
  public func cancel(_ cancellation: ClientState.Cancellation) {
    switch state {
    case .idle where !isPreparing, .cancelled, .authorized: return
    default: break
    }
    attempt += 1
    isPreparing = false
    state = .cancelled(cancellation)
  }

  /// Waits for a step's duration; returns `false` if the login ended meanwhile.
  private func pass(_ duration: Duration?) async -> Bool {
    let current = attempt
    if let duration {
      try? await clock.sleep(until: clock.now + duration.timeInterval)
    }
    return attempt == current
  }

  /// The page as a `data:` URL.
  private var page: URL? {
    let response: FormParameters =
      script.failure == .authorizing
      ? FormParameters([("error", "access_denied")]) : FormParameters([("code", "demonstration")])
    guard let link = redirectURI.adding(response)?.absoluteString else { return nil }
    let html = """
      <!DOCTYPE html><html lang="en"><title>Log in</title>\
      <p><a href="\(link.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))">Log in</a></p></html>
      """
    return URL(string: "data:text/html;charset=utf-8," + FormParameters.escape(html))
  }
}

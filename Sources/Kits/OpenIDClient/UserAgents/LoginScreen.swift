public import Foundation

/// The state of a login screen and the decisions of its web view, on any platform.
///
/// For `DemoLogin`, and for apps that still have a web view. An app can read what a user types
/// there, so RFC 8252 (8.12) forbids it, and Google refuses it: open the system's browser with
/// `OAuthClient.logIn` instead.
///
/// To use it, bind a web view: load the page of `showing`, call `shouldLoad` before every
/// navigation, and report pages that failed to load. It belongs to the screen, so it runs on the
/// main actor.
@MainActor
public final class LoginScreen {
  /// The content of the screen.
  public enum Phase: Sendable, Equatable {
    /// A spinner; there is no page yet.
    case preparing
    /// The web view with a page.
    case showing(URL)
    /// A spinner over the page, while the client exchanges the response for tokens.
    case finalizing
    /// A text of your own, and a button to try again; `message` is for logs.
    case failed(message: String)
    /// Nothing; the user is logged in, so close the screen.
    case completed
    /// Nothing; the login was cancelled, so close the screen.
    case cancelled
  }

  /// The current content of the screen.
  public private(set) var phase = Phase.preparing {
    didSet { if phase != oldValue { onChange?(phase) } }
  }
  /// Called after each change of `phase`.
  public var onChange: ((Phase) -> Void)?

  private let flow: any LoginFlow
  private var redirectURI: URL?
  private var hasShownPage = false

  /// Creates a screen for a login: an `OAuthClient`, or a `DemoLogin`.
  public init(_ flow: any LoginFlow) { self.flow = flow }

  /// Starts the login and follows it until it is over.
  ///
  /// Call it when the screen appears, and again to retry.
  public func run() async {
    phase = .preparing
    hasShownPage = false
    redirectURI = nil
    let states = await flow.states
    let login = Task { [flow] in
      // A login whose page is open continues.
      if case .authorizing = await flow.state { return }
      try? await flow.start(.interactive)
    }
    var isFirst = true
    for await state in states {
      // The first state is an earlier login's, unless that login is still in progress or done.
      if isFirst, !state.isUnderWay {
        isFirst = false
        continue
      }
      isFirst = false
      show(state)
      if phase.isOver { break }
    }
    await login.value
  }

  /// Returns whether the web view may load a URL; passes the redirect URI to the app instead.
  public func shouldLoad(_ url: URL) -> Bool {
    guard let redirectURI, RedirectMatch.matches(url, redirectURI: redirectURI) else { return true }
    Task { [flow] in try? await flow.handleRedirect(url) }
    return false
  }

  /// Records that the web view has shown a page.
  public func didLoad() { hasShownPage = true }

  /// Reports that the web view couldn't load a page.
  ///
  /// Only the first page's failure ends the login; the user can continue from later pages with
  /// their own links and buttons.
  public func didFail(_ reason: String) {
    if hasShownPage { return }
    Task { [flow] in try? await flow.handleFailure(reason) }
  }

  /// Cancels the login for the user.
  public func cancel() {
    Task { [flow] in await flow.cancel() }
  }

  private func show(_ state: ClientState) {
    switch state {
    case .idle: phase = .preparing
    case .authorizing(let url, let redirectURI):
      self.redirectURI = redirectURI
      phase = .showing(url)
    case .fetchingToken: phase = .finalizing
    case .authorized: phase = .completed
    case .cancelled: phase = .cancelled
    case .failed(let error): phase = .failed(message: "\(error)")
    }
  }
}

extension LoginScreen.Phase {
  fileprivate var isOver: Bool {
    switch self {
    case .failed, .completed, .cancelled: true
    case .preparing, .showing, .finalizing: false
    }
  }
}

extension ClientState {
  fileprivate var isUnderWay: Bool {
    switch self {
    case .authorizing, .fetchingToken, .authorized: true
    case .idle, .cancelled, .failed: false
    }
  }
}

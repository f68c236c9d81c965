public import Foundation

/// What a login screen shows, and what its web view asks; platform-free.
///
/// An app binds a web view to it: it loads the page of `showing`, asks `shouldLoad` before every
/// navigation, and reports pages that failed. It is the screen's, so it lives on the main actor.
@MainActor
public final class LoginScreen {
  /// What is on the screen.
  public enum Phase: Sendable, Equatable {
    /// A spinner: there is no page yet.
    case preparing
    /// The web view with this page.
    case showing(URL)
    /// A spinner over the page: the answer is being traded for tokens.
    case finalizing
    /// A message, and a button to try again.
    case failed(message: String)
    /// Nothing; somebody is logged in and the screen can go.
    case completed
    /// Nothing; the screen can go.
    case cancelled
  }

  /// What is on the screen.
  public private(set) var phase = Phase.preparing {
    didSet { if phase != oldValue { onChange?(phase) } }
  }
  /// Called after each change of `phase`.
  public var onChange: ((Phase) -> Void)?

  private let flow: any LoginFlow
  private let ignoresLaterFailures: Bool
  private var redirectURI: URL?
  private var hasShownPage = false

  /// A screen for a login.
  ///
  /// - Parameters:
  ///   - flow: an `OAuthClient`, or a `DemoLogin`.
  ///   - ignoresLaterFailures: whether only the first page's failure to load ends the login; pages
  ///     behind it have links and buttons of their own to go on with.
  public init(_ flow: any LoginFlow, ignoresLaterFailures: Bool = true) {
    self.flow = flow
    self.ignoresLaterFailures = ignoresLaterFailures
  }

  /// Begins the login and follows it until it is over; call it when the screen appears, and again
  /// for another try.
  public func run() async {
    phase = .preparing
    hasShownPage = false
    redirectURI = nil
    let states = await flow.states
    let login = Task { [flow] in try? await flow.start(.interactive) }
    var isFirst = true
    for await state in states {
      // The first is what an earlier login left behind, unless it needs no other.
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

  /// Whether the web view may go to an address; the redirect address is the app's, not the web's.
  public func shouldLoad(_ url: URL) -> Bool {
    guard let redirectURI, RedirectMatch.matches(url, redirectURI) else { return true }
    Task { [flow] in try? await flow.handleRedirect(url) }
    return false
  }

  /// The web view has shown a page.
  public func didLoad() { hasShownPage = true }

  /// The web view could not load a page.
  public func didFail(_ reason: String) {
    if hasShownPage, ignoresLaterFailures { return }
    Task { [flow] in try? await flow.handleFailure(reason) }
  }

  /// The person wants no login.
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

public import Clocks
public import Foundation
import HTTPClient

/// A login that only pretends, to try a login screen without any provider and without a network.
///
/// It prepares for a while, offers a page with a link to the redirect address, and after the tap
/// finalizes for a while; it can be told to fail at each step.
public actor DemoLogin: LoginFlow {
  /// The steps at which it can fail.
  public enum Step: String, Sendable, CaseIterable {
    /// Before there is a page.
    case preparing
    /// By the answer of the page: the link says that access was denied.
    case authorizing
    /// After the page.
    case finalizing
  }

  /// How one login goes.
  public struct Script: Sendable, Equatable {
    /// How long it prepares; `nil` to skip that.
    public var preparing: Duration?
    /// How long it finalizes; `nil` to skip that.
    public var finalizing: Duration?
    /// Where it fails; `nil` for a login that succeeds.
    public var failure: Step?

    /// A login that goes as told; a second for each step, and success, unless told.
    public init(
      preparing: Duration? = .seconds(1), finalizing: Duration? = .seconds(1),
      failure: Step? = nil
    ) {
      self.preparing = preparing
      self.finalizing = finalizing
      self.failure = failure
    }

    /// A login that skips and fails by chance: each step is skipped one time in four and fails one
    /// time in six.
    public init(random: RandomSource) {
      let bytes = random.bytes(5).map { Int($0) }
      preparing = bytes[0] % 4 == 0 ? nil : .seconds(1 + bytes[1] % 3)
      finalizing = bytes[2] % 4 == 0 ? nil : .seconds(1 + bytes[3] % 3)
      let steps = Step.allCases
      failure = bytes[4] < 128 ? steps[bytes[4] % steps.count] : nil
    }
  }

  private let script: Script
  private let redirectURI: URL
  private let clock: any WallClock
  private let subscribers = StateSubscribers()
  private var attempt = 0
  private var isPreparing = false

  /// Where the pretended login stands.
  public private(set) var state = ClientState.idle {
    didSet { subscribers.publish(state) }
  }

  /// The states from now on, the present one first.
  public var states: AsyncStream<ClientState> { subscribers.subscribe() }

  /// A login that goes by a script; every `start` begins it anew.
  public init(
    script: Script = Script(), redirectURI: URL, clock: any WallClock = SystemClock()
  ) {
    self.script = script
    self.redirectURI = redirectURI
    self.clock = clock
  }

  /// Begins, and returns when the page is there; a silent start finds nobody logged in.
  ///
  /// - Throws: as `LoginFlow` says.
  public func start(_ mode: StartMode) async throws(ClientError) {
    switch state {
    case .idle where !isPreparing, .cancelled, .failed: break
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
      state = .failed(.transport(.cannotConnect("the demonstration was told to fail")))
      return
    }
    state =
      page.map { .authorizing(url: $0, redirectURI: redirectURI) }
      ?? .failed(.configuration("the redirect address takes no parameters"))
  }

  /// Takes the tap on the page's link, and returns when the login is over.
  ///
  /// - Throws: as `LoginFlow` says.
  public func handleRedirect(_ redirect: Redirect) async throws(ClientError) {
    guard case .authorizing = state else { throw .illegalCall("handleRedirect", in: state.name) }
    guard RedirectMatch.matches(redirect.url, redirectURI) else { throw .notTheRedirect }
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

  /// Takes note that the page could not be shown.
  ///
  /// - Throws: as `LoginFlow` says.
  public func handleFailure(_ reason: String) throws(ClientError) {
    guard case .authorizing = state else { throw .illegalCall("handleFailure", in: state.name) }
    state = .failed(.browser(reason))
  }

  /// Ends a login that is under way or failed.
  public func cancel(_ cancellation: ClientState.Cancellation) {
    switch state {
    case .idle where !isPreparing, .cancelled, .authorized: return
    default: break
    }
    attempt += 1
    isPreparing = false
    state = .cancelled(cancellation)
  }

  /// Lets a step's time pass; `false` when the login ended meanwhile.
  private func pass(_ duration: Duration?) async -> Bool {
    let present = attempt
    if let duration {
      try? await clock.sleep(until: clock.now + duration.timeInterval)
    }
    return attempt == present
  }

  /// The page, in its own address.
  private var page: URL? {
    let answer: FormParameters =
      script.failure == .authorizing
      ? FormParameters([("error", "access_denied")]) : FormParameters([("code", "demonstration")])
    guard let link = redirectURI.adding(answer)?.absoluteString else { return nil }
    let html = """
      <!DOCTYPE html><html lang="en"><title>Log in</title>\
      <p><a href="\(link.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))">Log in</a></p></html>
      """
    return URL(string: "data:text/html;charset=utf-8," + FormParameters.escape(html))
  }
}

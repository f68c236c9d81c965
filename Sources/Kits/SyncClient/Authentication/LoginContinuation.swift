public import Foundation
import Synchronization

/// Shows the login page.
///
/// Called on the main actor with the page's URL, the URL at which the page ends, and the
/// continuation to call then. Present the page and return. In every case, call the continuation
/// once.
public typealias OpenIDLoginCallback =
  @MainActor @Sendable (
    _ loginURL: URL, _ redirectURL: URL, _ continuation: LoginContinuation
  ) -> Void

/// The continuation that an app calls when its login page has ended: with the URL, an error, or
/// neither.
///
/// Call it exactly once. If the last reference to it is released without a call, the login ends; a
/// second call is reported. See `Misuse`.
public final class LoginContinuation: Sendable {
  /// An app's mistake with a continuation.
  public enum Misuse: String, Sendable, Hashable {
    /// The last reference was released before any call.
    case forgotten = "the login's continuation was never called; keep it until the login page ends"
    /// The app called it again; only the first call counts.
    case calledTwice = "the login's continuation was called twice; only the first call counts"
    /// The app called it with a URL and with an error; the error counts.
    case urlAndError =
      "the login's continuation was called with a URL and with an error; the error counts"
  }

  private enum State {
    case waiting(CheckedContinuation<URL, any Error>)
    /// The login was cancelled; the app may still call, once.
    case abandoned
    case called
  }

  /// Locked on the threads of the app's calls, by the login's cancellation and in `deinit`.
  private let state: Mutex<State>
  private let report: @Sendable (Misuse) -> Void

  init(
    _ continuation: CheckedContinuation<URL, any Error>,
    report: @escaping @Sendable (Misuse) -> Void
  ) {
    state = Mutex(.waiting(continuation))
    self.report = report
  }

  /// Ends the login.
  ///
  /// - Parameters:
  ///   - url: the URL that the page was redirected to, with its query; `nil` if it wasn't
  ///     redirected.
  ///   - error: the error; with neither a URL nor an error, the user has cancelled.
  public func callAsFunction(_ url: URL?, _ error: (any Error)?) {
    if url != nil, error != nil { report(.urlAndError) }
    let waiting: CheckedContinuation<URL, any Error>?
    var isSecond = false
    (waiting, isSecond) = state.withLock { state in
      defer { state = .called }
      switch state {
      case .waiting(let continuation): return (continuation, false)
      case .abandoned: return (nil, false)
      case .called: return (nil, true)
      }
    }
    if isSecond { report(.calledTwice) }
    if let error {
      waiting?.resume(throwing: SyncError(ofApp: error))
    } else if let url {
      waiting?.resume(returning: url)
    } else {
      waiting?.resume(throwing: SyncError.login(.cancelled))
    }
  }

  /// Ends the wait when the login is cancelled.
  func abandon() {
    let waiting: CheckedContinuation<URL, any Error>? = state.withLock { state in
      guard case .waiting(let continuation) = state else { return nil }
      state = .abandoned
      return continuation
    }
    waiting?.resume(throwing: CancellationError())
  }

  deinit {
    let waiting: CheckedContinuation<URL, any Error>? = state.withLock { state in
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    if let waiting {
      report(.forgotten)
      waiting.resume(throwing: SyncError.login(.continuationForgotten))
    }
  }

  /// Calls an app's callback and waits for its call of the continuation.
  ///
  /// - Throws: `SyncError.login`; `CancellationError` when the task is cancelled meanwhile.
  static func wait(
    for callback: @escaping OpenIDLoginCallback, loginURL: URL, redirectURL: URL,
    report: @escaping @Sendable (Misuse) -> Void
  ) async throws -> URL {
    let current = CurrentContinuation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { checked in
        let continuation = LoginContinuation(checked, report: report)
        current.set(continuation)
        // From here on only the app has the continuation, so `deinit` notices a forgotten one.
        Task { @MainActor in callback(loginURL, redirectURL, continuation) }
      }
    } onCancel: {
      current.abandon()
    }
  }
}

/// Holds the continuation weakly, to abandon it when a login is cancelled.
private final class CurrentContinuation: Sendable {
  private struct State {
    weak var continuation: LoginContinuation?
    var isCancelled = false
  }

  /// Locked by the login's task and by its cancellation handler.
  private let state = Mutex(State())

  func set(_ continuation: LoginContinuation) {
    let isCancelled = state.withLock { state in
      state.continuation = continuation
      return state.isCancelled
    }
    if isCancelled { continuation.abandon() }
  }

  func abandon() {
    let continuation = state.withLock { state in
      state.isCancelled = true
      return state.continuation
    }
    continuation?.abandon()
  }
}

public import Foundation
import Synchronization

/// Shows the login page: called on the main actor with the page's URL, the URL at which the page ends,
/// and the continuation to call when it has ended.
///
/// Present the page and return. Whatever happens then, call the continuation once.
public typealias OpenIDLoginCallback =
  @MainActor @Sendable (
    _ loginURL: URL, _ redirectURL: URL, _ continuation: LoginContinuation
  ) -> Void

/// What an app calls when its login page has ended: with the URL, an error, or neither.
///
/// It must be called exactly once. Nothing waits for ever when it isn't: letting go of the last
/// reference to it ends the login, and calling it again is reported; see `Misuse`.
public final class LoginContinuation: Sendable {
  /// What an app did wrong with a continuation.
  public enum Misuse: String, Sendable, Hashable {
    /// The last reference to it is gone, and it has not been called.
    case forgotten = "the login's continuation was never called; keep it until the login page ends"
    /// It was called again; only the first call counts.
    case calledTwice = "the login's continuation was called twice; only the first call counts"
    /// It was called with a URL and with an error; the error counts.
    case urlAndError =
      "the login's continuation was called with a URL and with an error; the error counts"
  }

  private enum State {
    case waiting(CheckedContinuation<URL, any Error>)
    /// The login was given up; the app may still call, once.
    case abandoned
    case called
  }

  /// Taken by whichever threads the app calls on, by the login's cancellation and by the deinit.
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
  ///   - url: the URL that the page was redirected to, query included; `nil` when it didn't come to that.
  ///   - error: what went wrong; with neither a URL nor an error, the user has cancelled.
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
      waiting?.resume(throwing: SyncError.login(.app("\(error)")))
    } else if let url {
      waiting?.resume(returning: url)
    } else {
      waiting?.resume(throwing: SyncError.login(.cancelled))
    }
  }

  /// Ends the wait because nobody wants the login any more.
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

  /// Calls an app's callback and waits for what it does with the continuation.
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
        // Only the app holds it from here on, so that forgetting it is noticed.
        Task { @MainActor in callback(loginURL, redirectURL, continuation) }
      }
    } onCancel: {
      current.abandon()
    }
  }
}

/// Finds the continuation to abandon when a login is cancelled, without keeping it alive.
private final class CurrentContinuation: Sendable {
  private struct State {
    weak var continuation: LoginContinuation?
    var isCancelled = false
  }

  /// Taken by the login's task and by the handler of its cancellation.
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

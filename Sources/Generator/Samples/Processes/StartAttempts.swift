import Foundation

/// Starts a process or a thread again while the system has no room for one, as long as somebody's
/// fork bomb has not been ended yet.
struct StartAttempts: Sendable {
  /// That something can't be started, by the number in `errno`.
  struct Failure: Error { let code: Int32 }

  /// How often it is tried: with the pause between two, for about a second.
  static let limit = 100

  private let pause: @Sendable () async throws -> Void

  init(
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(10))
    }
  ) {
    self.pause = pause
  }

  /// What the first attempt gives that doesn't fail with `EAGAIN`.
  ///
  /// - Throws: Any other failure at once, or the last attempt's.
  func run<Value>(_ attempt: () async throws -> Value) async throws -> Value {
    for _ in 1..<StartAttempts.limit {
      do {
        return try await attempt()
      } catch let failure as Failure where failure.code == EAGAIN {
        try await pause()
      }
    }
    return try await attempt()
  }
}

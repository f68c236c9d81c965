import Foundation

/// An exclusive file lock, held while the value exists; the system releases it when the process
/// ends.
struct FileLock: ~Copyable {
  /// Another process held the lock longer than the limit.
  struct Busy: Error, CustomStringConvertible {
    let path: String
    let limit: Duration
    var description: String {
      "another process has locked '\(path)' for \(limit.components.seconds) seconds"
    }
  }

  private let descriptor: Int32

  /// Waits for the lock of a file, and creates the file if it doesn't exist.
  ///
  /// It polls, because a task can't cancel a wait inside the system.
  ///
  /// - Throws: `Busy`, `CancellationError`, or `POSIXError`.
  init(_ path: String, waitingUpTo limit: Duration) async throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.systemError }
    do {
      let deadline = ContinuousClock.now + limit
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.systemError }
        if ContinuousClock.now >= deadline { throw Busy(path: path, limit: limit) }
        try await Task.sleep(for: .milliseconds(10))
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static var systemError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// Lets the clients of this process renew a key's credentials one after another, in the order in
/// which they asked.
///
/// Every wait ends: requests have time limits, so every turn ends.
actor RenewalTurns {
  /// The turns of stores that don't implement `exclusively`.
  static let ofProcess = RenewalTurns()

  /// The clients that wait for each key in use.
  private var waiting: [CredentialKey: [CheckedContinuation<Void, Never>]] = [:]

  /// Waits until the key is free, and acquires it.
  func acquire(_ key: CredentialKey) async {
    guard waiting[key] != nil else {
      waiting[key] = []
      return
    }
    await withCheckedContinuation { waiting[key]?.append($0) }
  }

  /// Passes the key to the client that has waited longest.
  func release(_ key: CredentialKey) {
    guard let first = waiting[key]?.first else {
      waiting[key] = nil
      return
    }
    waiting[key]?.removeFirst()
    first.resume()
  }
}

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

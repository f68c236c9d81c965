import Foundation

/// The lock on a file, held until the value is gone; the system takes it from a process that ends.
struct FileLock: ~Copyable {
  /// Somebody else held the lock for too long.
  struct Busy: Error, CustomStringConvertible {
    let path: String
    let limit: Duration
    var description: String {
      "another process has kept '\(path)' locked for \(limit.components.seconds) seconds"
    }
  }

  private let descriptor: Int32

  /// Waits for the lock of a file, which is made when it is not there.
  ///
  /// It asks again and again, for a wait inside the system could not be cancelled.
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

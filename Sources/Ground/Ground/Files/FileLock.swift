package import Foundation

/// The lock of a file, which one process at a time holds, until the value is gone or the process is.
///
/// What counts is who has the file open (flock(2)), so one that a killed process left behind is free.
package struct FileLock: ~Copyable {
  private let file: String
  private let descriptor: Int32

  /// Makes the file if it isn't there, and waits until nobody else holds its lock.
  ///
  /// - Throws: `POSIXError` when the file can't be made or locked, also when it is a symbolic link.
  package init(waitingFor file: URL) throws(POSIXError) {
    while true {
      let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw Self.lastError }
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          let error = Self.lastError
          close(descriptor)
          throw error
        }
      }
      if Self.isNamed(file.path, descriptor) {
        self.file = file.path
        self.descriptor = descriptor
        return
      }
      // Whoever held it has removed it meanwhile, and the next may have made another.
      close(descriptor)
    }
  }

  /// The lock of a file that is there; `nil` if it isn't, or somebody holds its lock.
  package init?(ifFree file: URL) {
    let descriptor = open(file.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isNamed(file.path, descriptor) else {
      close(descriptor)
      return nil
    }
    self.file = file.path
    self.descriptor = descriptor
  }

  /// Removes the file, which whoever waits for it makes anew.
  package func removeFile() { unlink(file) }

  deinit { close(descriptor) }

  /// Whether a path still leads to the file that was opened by it.
  private static func isNamed(_ file: String, _ descriptor: Int32) -> Bool {
    var (named, held) = (stat(), stat())
    return stat(file, &named) == 0 && fstat(descriptor, &held) == 0
      && (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

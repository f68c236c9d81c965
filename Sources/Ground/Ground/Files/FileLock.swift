package import Foundation

/// An exclusive lock on a file until the value is destroyed or the process ends.
///
/// The lock belongs to the open file (flock(2)), so the system releases that of a killed process.
package struct FileLock: ~Copyable {
  private let file: String
  private let descriptor: Int32

  /// Creates the file if it doesn't exist, and waits for its lock.
  ///
  /// - Throws: `POSIXError` when the file can't be created or locked, or is a symbolic link.
  package init(waitingFor file: URL) throws(POSIXError) {
    while true {
      let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw POSIXError.last }
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          let error = POSIXError.last
          close(descriptor)
          throw error
        }
      }
      if Self.isNamed(file.path, descriptor: descriptor) {
        self.file = file.path
        self.descriptor = descriptor
        return
      }
      // The previous holder removed the file, and another process may have created a new one.
      close(descriptor)
    }
  }

  /// Locks an existing file; `nil` if it doesn't exist, or another process holds its lock.
  package init?(ifFree file: URL) {
    let descriptor = open(file.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isNamed(file.path, descriptor: descriptor)
    else {
      close(descriptor)
      return nil
    }
    self.file = file.path
    self.descriptor = descriptor
  }

  /// Removes the file; a process that waits for the lock creates it again.
  package func removeFile() { unlink(file) }

  deinit { close(descriptor) }

  /// Returns whether a path still refers to the file opened from it.
  private static func isNamed(_ file: String, descriptor: Int32) -> Bool {
    var (current, opened) = (stat(), stat())
    return stat(file, &current) == 0 && fstat(descriptor, &opened) == 0
      && (current.st_dev, current.st_ino) == (opened.st_dev, opened.st_ino)
  }
}

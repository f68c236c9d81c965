import Foundation

/// Keeps builds that write one site at once from getting in each other's way, for as long as it lives.
///
/// It is a file that a killed build may leave behind; what counts is who has it open.
final class WriterLock {
  private let file: String
  private let descriptor: Int32

  /// Waits until nobody else holds it.
  ///
  /// - Throws: `POSIXError` when its file can't be made or locked.
  init(_ file: URL) throws {
    self.file = file.path
    while true {
      let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw Self.error }
      guard Self.lock(descriptor) else {
        defer { close(descriptor) }
        throw Self.error
      }
      if Self.isNamed(file.path, descriptor) {
        self.descriptor = descriptor
        return
      }
      // Whoever held it has removed it meanwhile, and the next may have made another.
      close(descriptor)
    }
  }

  deinit {
    unlink(file)
    close(descriptor)
  }

  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  private static func isNamed(_ file: String, _ descriptor: Int32) -> Bool {
    var (named, held) = (stat(), stat())
    return stat(file, &named) == 0 && fstat(descriptor, &held) == 0
      && (named.st_dev, named.st_ino) == (held.st_dev, held.st_ino)
  }

  private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

package import Foundation

extension [UInt8] {
  /// Reads a file.
  ///
  /// - Throws: `POSIXError` when it can't be read, or is a link that isn't to be followed.
  package init(contentsOf path: String, followingLinks: Bool = true) throws(POSIXError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw POSIXError(.EISDIR) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      let length = bytes.withUnsafeMutableBytes { [count] in
        read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { throw .last }
      if length == 0 { break }
      count += length
      // The file has grown since.
      if count == bytes.count { bytes += repeatElement(0, count: count) }
    }
    bytes.removeLast(bytes.count - count)
    self = bytes
  }

  /// Writes a new file, and leaves it to the system when to bring it to the disk.
  ///
  /// - Throws: `POSIXError` when it can't be written, or exists.
  package func write(toNewFile path: String) throws(POSIXError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var count = 0
    while count < self.count {
      let written = withUnsafeBytes { [count] in
        Foundation.write(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw .last }
      count += written
    }
  }
}

extension POSIXError {
  /// The error of the last call of the system.
  package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

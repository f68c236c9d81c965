import Foundation

/// A file's kind, size, times and inode, to detect whether it may have been written.
public struct FileState: CustomStringConvertible, Sendable, Hashable {
  /// A hash of the values.
  private let digest: UInt64
  /// When it was last written or its attributes changed, since 1970.
  public let changeTime: Duration

  /// The hash of the values as text.
  public var description: String { String(digest) }

  /// Reads the state of a file; `nil` when it doesn't exist.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    digest = Self.digest(of: status, at: 0)
    changeTime = Self.changeTime(of: status)
  }

  /// Returns a hash of the values of a file with a path that has another hash.
  static func digest(of status: stat, at path: UInt64) -> UInt64 {
    let (modified, changed) = times(of: status)
    let numbers = [
      Int(status.st_ino), Int(status.st_mode), Int(status.st_size), modified.tv_sec,
      modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
    ]
    return numbers.reduce(path) { StableHash.mixed($0, UInt64(bitPattern: Int64($1))) }
  }

  static func changeTime(of status: stat) -> Duration {
    let time = times(of: status).changed
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func times(of status: stat) -> (modified: timespec, changed: timespec) {
    #if canImport(Darwin)
      (status.st_mtimespec, status.st_ctimespec)
    #else
      (status.st_mtim, status.st_ctim)
    #endif
  }
}

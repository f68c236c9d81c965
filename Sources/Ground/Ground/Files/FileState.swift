import Foundation

/// A file's size, times and inode, to detect whether it may have been written.
public struct FileState: CustomStringConvertible, Sendable, Hashable {
  /// The values as text.
  public let description: String
  /// When it was last written or its attributes changed, since 1970.
  public let changeTime: Duration

  /// Reads the state of a file; `nil` when it doesn't exist.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    changeTime = .seconds(times[1].tv_sec) + .nanoseconds(times[1].tv_nsec)
    let numbers =
      ["\(status.st_dev)", "\(status.st_ino)", "\(status.st_size)"]
      + times.map { "\($0.tv_sec).\($0.tv_nsec)" }
    description = numbers.joined(separator: " ")
  }
}

import Foundation

/// The states of many files, to detect whether any of them may have been written.
///
/// Files that changed last may change once more before the file system's clock advances; they must be
/// compared by their content.
public struct FileStates: Sendable {
  /// The name, size, times and inode of each file, in the order in which they were added.
  public private(set) var bytes: [UInt8] = []
  /// The files that changed last so far, and a few that changed earlier.
  private var changes: [(path: String, time: Duration)] = []
  private var last = Duration.zero

  /// The longest step of a file system's clock.
  public static let step = Duration.milliseconds(20)

  /// The files that changed within one step of the clock before the last change.
  public var newest: [String] {
    changes.filter { $0.time >= last - Self.step }.map(\.path)
  }

  /// Creates an empty list.
  public init() {}

  /// Adds a file or a folder by itself, and whether it exists.
  public mutating func add(fileAt path: String) {
    var status = stat()
    add(path.utf8, at: path, status: stat(path, &status) == 0 ? status : stat())
  }

  /// Adds everything below a folder, except for some files and folders.
  ///
  /// - Parameter excluded: their paths, which begin with that of the folder.
  public mutating func add(below folder: String, except excluded: Set<String> = []) {
    guard let stream = opendir(folder) else { return add(fileAt: folder) }
    defer { closedir(stream) }
    var folders: [String] = []
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
          var path: String { "\(folder)/\(String(cString: name))" }
          if !excluded.isEmpty, excluded.contains(path) { return }
          var status = stat()
          guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
          add(
            UnsafeRawBufferPointer(start: name, count: strlen(name)), at: path, status: status)
          switch status.st_mode & S_IFMT {
          case S_IFDIR: folders.append(path)
          case S_IFLNK: add(fileAt: path)
          default: break
          }
        }
      }
    }
    for folder in folders { add(below: folder, except: excluded) }
  }

  private mutating func add(
    _ name: some Sequence<UInt8>, at path: @autoclosure () -> String, status: stat
  ) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    bytes += name
    bytes.append(0)
    let numbers = [
      Int(status.st_ino), Int(status.st_mode), Int(status.st_size), modified.tv_sec,
      modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
    ]
    numbers.withUnsafeBytes { bytes += $0 }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let time = Duration.seconds(changed.tv_sec) + .nanoseconds(changed.tv_nsec)
    if time > last + Self.step { changes = [] }
    last = max(last, time)
    if time >= last - Self.step { changes.append((path(), time)) }
  }
}

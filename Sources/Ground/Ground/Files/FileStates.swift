import Foundation

/// The states of many files, to detect whether any of them may have been written.
///
/// Their digest is the sum of a hash of each file, so a file can be removed and added again without
/// the others.
///
/// Files that changed last may change once more before the file system's clock advances; they must
/// be compared by their content.
public struct FileStates: Sendable {
  /// A hash of the path, size, times and inode of all files, the same in any order.
  public private(set) var digest: UInt64 = 0
  /// The files that changed last so far, and a few that changed earlier.
  private var changes: [(path: String, time: Duration)] = []
  private var last = Duration.zero
  /// Whether folders, and files with names that begin with `.`, don't count.
  private let isOfVisibleFiles: Bool

  /// The longest step of a file system's clock.
  public static let step = Duration.milliseconds(20)

  /// The files that changed within one step of the clock before the last change.
  public var newest: [String] {
    changes.filter { $0.time >= last - Self.step }.map(\.path)
  }

  /// Creates an empty list.
  ///
  /// - Parameter isOfVisibleFiles: whether folders, and files with names that begin with `.`, don't
  ///   count.
  public init(ofVisibleFilesOnly isOfVisibleFiles: Bool = false) {
    self.isOfVisibleFiles = isOfVisibleFiles
  }

  /// Adds a file or a folder by itself, and what it links to, if they exist.
  public mutating func add(fileAt path: String) {
    for status in Self.statuses(ofFileAt: path) {
      add(status, at: path, hash: StableHash.of(path.utf8))
    }
  }

  /// Removes a file or a folder that was added in its current state.
  public mutating func remove(fileAt path: String) {
    for status in Self.statuses(ofFileAt: path) {
      digest &-= FileState.digest(of: status, at: StableHash.of(path.utf8))
    }
  }

  private static func statuses(ofFileAt path: String) -> [stat] {
    var (own, target) = (stat(), stat())
    guard lstat(path, &own) == 0 else { return [] }
    guard own.st_mode & S_IFMT == S_IFLNK, stat(path, &target) == 0 else { return [own] }
    return [own, target]
  }

  /// Adds everything below a folder, except for some files and folders.
  ///
  /// - Parameter excluded: their paths, which begin with that of the folder.
  public mutating func add(below folder: String, except excluded: Set<String> = []) {
    add(below: folder, except: excluded, onAllCores: true)
  }

  private mutating func add(
    below folder: String, except excluded: Set<String>, onAllCores isConcurrent: Bool
  ) {
    let folders = addFiles(in: folder, except: excluded)
    // A site's root has few folders, and one of them has many.
    guard isConcurrent, folders.count > 8 else {
      for folder in folders { add(below: folder.path, except: excluded, onAllCores: isConcurrent) }
      return
    }
    // The largest first, so that no core has one of them left at the end.
    let paths = folders.sorted { $0.size > $1.size }.map(\.path)
    let states = paths.concurrentMap { [isOfVisibleFiles] path in
      var states = FileStates(ofVisibleFilesOnly: isOfVisibleFiles)
      states.add(below: path, except: excluded, onAllCores: false)
      return states
    }
    for some in states { add(some) }
  }

  private mutating func add(_ other: FileStates) {
    digest &+= other.digest
    last = max(last, other.last)
    changes += other.changes
  }

  /// Adds everything directly in a folder.
  ///
  /// - Returns: the folders in it.
  private mutating func addFiles(
    in folder: String, except excluded: Set<String>
  ) -> [(path: String, size: Int)] {
    guard let stream = opendir(folder) else {
      add(fileAt: folder)
      return []
    }
    defer { closedir(stream) }
    let beginning = StableHash.of("\(folder)/".utf8)
    var folders: [(path: String, size: Int)] = []
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
          if isOfVisibleFiles, name[0] == CChar(bitPattern: UInt8(ascii: ".")) { return }
          var path: String { "\(folder)/\(String(cString: name))" }
          if !excluded.isEmpty, excluded.contains(path) { return }
          var status = stat()
          guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
          if status.st_mode & S_IFMT == S_IFLNK { return add(fileAt: path) }
          if status.st_mode & S_IFMT == S_IFDIR {
            folders.append((path, Int(status.st_size)))
            if isOfVisibleFiles { return }
          }
          let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
          add(status, at: path, hash: StableHash.of(bytes, after: beginning))
        }
      }
    }
    return folders
  }

  private mutating func add(_ status: stat, at path: @autoclosure () -> String, hash: UInt64) {
    digest &+= FileState.digest(of: status, at: hash)
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let time = FileState.changeTime(of: status)
    if time > last + Self.step { changes = [] }
    last = max(last, time)
    if time >= last - Self.step { changes.append((path(), time)) }
  }
}

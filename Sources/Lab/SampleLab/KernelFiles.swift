import Foundation

/// Short files of `/proc` that are read again and again: kept open, that takes a fraction of the time.
struct KernelFiles: Sendable {
  private final class OpenFile: Sendable {
    let descriptor: Int32

    /// - Returns: `nil` where there is none, as of a thread that has just ended.
    init?(_ path: String) {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Its text as it is now; `nil` when what it told of has ended.
    func text() -> String? {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
      }
    }
  }

  private var files: [String: OpenFile] = [:]
  private var readPaths: Set<String> = []
  /// How many it keeps open, so that most of the descriptors that a run may have are left to it.
  private static let limit = 128

  /// How many are open.
  var openCount: Int { files.count }

  /// The text of a file; nothing where there is none.
  mutating func text(of path: String) -> String {
    readPaths.insert(path)
    if let text = files[path]?.text() { return text }
    // What has ended may have a namesake.
    files[path] = nil
    guard let file = OpenFile(path), let text = file.text() else { return "" }
    if files.count < Self.limit { files[path] = file }
    return text
  }

  /// Closes what hasn't been read since this was called last.
  mutating func closeUnread() {
    files = files.filter { readPaths.contains($0.key) }
    readPaths = []
  }

  /// What a folder holds; nothing where there is none.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The whole text of a file of any length; nothing where there is none.
  static func longText(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    return ((try? file.readToEnd()) ?? nil).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What a symbolic link leads to; `nil` where there is none.
  static func target(of path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }
}

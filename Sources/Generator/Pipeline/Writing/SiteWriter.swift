public import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenSiteRendering
public import Foundation

/// Writes a finished site.
///
/// New files are written next to the old site, and moved into it when all are there. If anything
/// fails before that, the old site stays as it was.
public struct SiteWriter: Sendable {
  /// The reasons why a site can't be written, none of which is in the documents.
  public enum WriteError: Error, CustomStringConvertible {
    /// The output folder contains files that no build wrote, in the way of the site.
    case foreignFiles(folder: String, example: String)
    /// The file system reported an error.
    case failed(path: String, reason: String)

    /// The message for the user.
    public var description: String {
      switch self {
      case .foreignFiles(let folder, let example):
        "'\(folder)' holds files that docgen did not write, such as '\(example)'; "
          + "remove them, or name another folder with --output"
      case .failed(let path, let reason):
        "cannot write '\(path)': \(reason)"
      }
    }
  }

  /// The differences between a site and the one it replaced, in numbers of files.
  public struct Changes: Sendable, Equatable {
    /// The new files.
    public var added = 0
    /// The files with other bytes.
    public var changed = 0
    /// The removed files.
    public var removed = 0
    /// The unchanged files.
    public var unchanged = 0
    /// The changed and removed files that were edited since the last build, by path.
    public var overwritten: [String] = []
    /// The removed pages, by path.
    public var removedPages: [String] = []

    /// Whether both have the same files.
    public var isEmpty: Bool { added + changed + removed == 0 }
  }

  /// The list of a site's files, which is part of the site; it shows that docgen wrote the folder.
  static let manifestName = ".docgen"

  let output: URL
  private let outputPath: String
  var parent: URL { output.deletingLastPathComponent() }

  /// Creates a writer of an output folder.
  public init(output: URL) {
    // A link to the folder stays; only the folder is replaced.
    self.output = output.resolved
    outputPath = self.output.path
  }

  /// Begins a new site.
  ///
  /// - Throws: `WriteError`.
  func stage() throws(WriteError) -> StagedSite {
    try explainingErrors { try StagedSite(of: self) }
  }

  /// Replaces the site with the given files.
  ///
  /// - Throws: `WriteError`.
  public func write(_ files: [RenderedFile]) throws(WriteError) -> Changes {
    let site = try stage()
    _ = files.concurrentMap { site.add(.new($0)) }
    return try site.finish().changes
  }

  /// The state of everything in the output folder, to detect whether any of it may have been
  /// written.
  var state: FileStates {
    var states = FileStates()
    states.add(below: outputPath)
    return states
  }

  /// The paths of the files of the site in the output folder.
  public var files: Set<String> { Set((manifest() ?? [:]).keys) }

  /// Returns where a file of the site is.
  public func path(of file: String) -> String {
    file.isEmpty ? outputPath : "\(outputPath)/\(file)"
  }

  /// Returns the result of some work, with its errors as `WriteError`.
  func explainingErrors<Result>(_ work: () throws -> Result) throws(WriteError) -> Result {
    do {
      return try work()
    } catch let error as WriteError {
      throw error
    } catch {
      throw .failed(path: output.path, reason: ownReason ?? error.systemReason)
    }
  }

  /// Returns the files of the existing site by path; `nil` when docgen wrote no site.
  func manifest() -> [String: StagedFile]? { Self.manifest(in: output) }

  /// Returns the files in a list, of which each line is a digest, a space and a path.
  static func manifest(in folder: URL) -> [String: StagedFile]? {
    let list = folder.appending(path: manifestName).path
    guard let bytes = try? [UInt8](contentsOf: list) else { return nil }
    var files: [String: StagedFile] = [:]
    // Not fewer than there are, because a larger dictionary is a copy.
    files.reserveCapacity(bytes.count / FileDigest.length)
    bytes.withUnsafeBufferPointer { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let digest = UnsafeBufferPointer(rebasing: line.prefix(FileDigest.length))
        let path = String(decoding: line.dropFirst(FileDigest.length + 1), as: UTF8.self)
        files[path] = FileDigest(hexadecimal: digest).map { StagedFile(old: $0) }
      }
    }
    return files
  }

  /// The reason that the system's error doesn't state; a link to a missing folder doesn't resolve
  /// to it.
  var ownReason: String? {
    if isMountPoint {
      return
        "it is a mount point, which can't be replaced; name one below it with --output"
    }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: output.path)
    return target.map {
      "it is a link to '\($0)', which isn't there; make that folder, or remove the link"
    }
  }

  var isMountPoint: Bool {
    let devices = [output, parent].map {
      try? FileManager.default.attributesOfItem(atPath: $0.path)[.systemNumber] as? Int
    }
    return devices[0] != nil && devices[0] != devices[1]
  }
}

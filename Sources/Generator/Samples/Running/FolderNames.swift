import Foundation

/// The folders of a run, which have other names each time, and what they are called for readers.
struct FolderNames: Sendable {
  private let replacements: [(path: [UInt8], name: [UInt8])]

  /// How a slash is written: as it is, in JSON as Foundation writes it, in JSON within JSON, and in an
  /// address.
  private static let slashes = ["/", "\\/", "\\\\/", "%2F", "%2f"]
  private static let firstBytes = Set(slashes.compactMap(\.utf8.first))

  /// - Parameter folders: absolute paths and their names, inner ones first.
  init(_ folders: [(path: String, name: String)]) {
    replacements = Self.slashes.flatMap { slash in
      folders.map { path, name in
        (Array(path.replacing("/", with: slash).utf8), Array(name.replacing("/", with: slash).utf8))
      }
    }
  }

  /// A text as readers see it.
  func canonical(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let start = rest.firstIndex(where: Self.firstBytes.contains) {
      result += rest[..<start]
      rest = rest[start...]
      if let found = replacements.first(where: { rest.starts(with: $0.path) }) {
        result += found.name
        rest = rest.dropFirst(found.path.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}

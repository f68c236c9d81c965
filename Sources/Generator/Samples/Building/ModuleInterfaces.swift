import Foundation
import Ground
import Hashing

/// The modules that samples can import, except the SDK's, each with the hash of its content.
struct ModuleInterfaces: Sendable, Hashable {
  /// The hashes: of Swift modules by the folder's number and the path below it, such as
  /// `0/Kit.swiftmodule`; of C modules' maps by `c/` and the name.
  let hashes: [String: String]
  /// The names of the C modules in the maps.
  let cModuleNames: Set<String>
  private let folders: [String]

  /// Reads every `.swiftmodule` of the folders, and the maps of C modules.
  init(folders: [String], maps: [String], cache: ResultCache) async {
    self.folders = folders.map(ModuleInterfaces.standardised)
    var hashes: [String: String] = [:]
    for (number, folder) in self.folders.enumerated() {
      for path in ModuleInterfaces.modules(in: folder) {
        hashes["\(number)/\(path)"] = await cache.digest(ofFileAt: "\(folder)/\(path)")
      }
    }
    var cModuleNames: Set<String> = []
    for map in maps {
      guard let text = try? String(contentsOfFile: map, encoding: .utf8) else { continue }
      let words = text.split { !$0.isIdentifierPart }
      for (word, name) in zip(words, words.dropFirst()) where word == "module" {
        cModuleNames.insert(String(name))
        hashes[Self.cPrefix + name] = ContentHash.of([text])
      }
    }
    self.cModuleNames = cModuleNames
    self.hashes = hashes
  }

  /// The prefix of a C module's name in `hashes`.
  private static let cPrefix = "c/"

  /// Returns the hashes of some C modules.
  func cHashes(of names: Set<String>) -> [String: String] {
    let keys = names.map { Self.cPrefix + $0 }
    return hashes.filter { keys.contains($0.key) }
  }

  /// The names of all modules; a new one can change the result of `canImport`.
  var names: [String] { hashes.keys.sorted() }

  /// The modules' names as in `import`.
  var moduleNames: Set<String> {
    Set(
      hashes.keys.filter { !$0.hasPrefix(Self.cPrefix) }.compactMap { key in
        key.split(separator: "/").dropFirst().first.map {
          String($0.dropLast(".swiftmodule".count))
        }
      })
  }

  /// Returns the hashes of the modules among some files, and skips other files.
  func hashes(of paths: [String]) -> [String: String] {
    var result: [String: String] = [:]
    for path in paths {
      let path = ModuleInterfaces.standardised(path)
      for (number, folder) in folders.enumerated() where path.hasPrefix(folder + "/") {
        let name = "\(number)/\(path.dropFirst(folder.count + 1))"
        if let hash = hashes[name] { result[name] = hash }
      }
    }
    return result
  }

  /// Returns the files named in a compiler's dependency file (a Makefile rule).
  static func dependencies(in makefile: String) -> [String] {
    var paths: [String] = []
    var current = ""
    var isEscaped = false
    for character in makefile {
      if isEscaped {
        isEscaped = false
        if !character.isNewline { current.append(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace {
        if !current.isEmpty { paths.append(current) }
        current = ""
      } else {
        current.append(character)
      }
    }
    return current.isEmpty ? paths : paths + [current]
  }

  /// Returns `.swiftmodule` files, and those inside `.swiftmodule` folders.
  private static func modules(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".swiftmodule") }.sorted().flatMap { name in
      let inner = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
      return inner.isEmpty
        ? [name] : inner.filter { $0.hasSuffix(".swiftmodule") }.sorted().map { "\(name)/\($0)" }
    }
  }

  private static func standardised(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

import DocgenGround
import DocgenHashing
import Foundation

/// The modules that samples can import, except the SDK's, each with the hash of its content.
struct ModuleInterfaces: Sendable {
  /// The hashes: of Swift modules by the folder's number and the path below it, such as
  /// `0/Kit.swiftmodule`; of C modules' maps by `c/` and the name.
  ///
  /// Those of the library begin with `ModuleLibrary.prefix`; its C modules and macros are there a
  /// second time after `below/`, for samples that may see their declarations without importing
  /// them.
  let hashes: [String: String]
  /// The names of the C modules in the maps.
  let cModuleNames: Set<String>
  /// The folders with Swift modules, each with the beginning of its modules' names in `hashes`.
  private let folders: [(path: String, prefix: String)]
  private let library: ModuleLibrary?

  /// Reads every `.swiftmodule` of an environment's folders, and the maps of C modules.
  init(of environment: SampleEnvironment, cache: ResultCache) async {
    var sets = [(prefix: "", folders: environment.moduleFolders, maps: environment.moduleMaps)]
    if let library = environment.library {
      sets.append((ModuleLibrary.prefix, library.moduleFolders, library.moduleMaps))
    }
    var hashes: [String: String] = [:]
    var cModuleNames: Set<String> = []
    var folders: [(path: String, prefix: String)] = []
    for set in sets {
      for (number, folder) in set.folders.map(Self.standardised).enumerated() {
        folders.append((folder, "\(set.prefix)\(number)/"))
        for path in Self.modules(in: folder) {
          hashes["\(set.prefix)\(number)/\(path)"] =
            await cache.digest(ofFileAt: "\(folder)/\(path)")
        }
      }
      for map in set.maps {
        guard let text = try? String(contentsOfFile: map, encoding: .utf8) else { continue }
        // Those of the host change only with the host.
        let headers =
          set.prefix.isEmpty ? [] : await Self.headerHashes(of: text, at: map, cache: cache)
        let words = text.split { !$0.isIdentifierPart }
        for (word, name) in zip(words, words.dropFirst()) where word == "module" {
          cModuleNames.insert(String(name))
          let hash = ContentHash.of([text] + headers)
          hashes[set.prefix + Self.cPrefix + name] = hash
          if !set.prefix.isEmpty { hashes[set.prefix + Self.belowPrefix + name] = hash }
        }
      }
    }
    for path in environment.library?.macros ?? [] {
      let name = URL(filePath: path).lastPathComponent
      hashes[ModuleLibrary.prefix + Self.belowPrefix + name] = await cache.digest(ofFileAt: path)
    }
    library = environment.library
    self.folders = folders
    self.cModuleNames = cModuleNames
    self.hashes = hashes
  }

  /// The prefix of a C module's name in `hashes`.
  private static let cPrefix = "c/"
  private static let belowPrefix = "below/"

  /// Returns the hashes of some C modules.
  func cHashes(of names: Set<String>) -> [String: String] {
    hashes.filter { key, _ in
      let parts = key.split(separator: "/").suffix(2)
      return parts.first == "c" && names.contains(String(parts.last ?? ""))
    }
  }

  /// Returns the hashes of what may be visible through some modules of the library: C modules of
  /// the same parts, and macros.
  func hashes(below modules: some Sequence<String>) -> [String: String] {
    let names = ModuleLibrary.names(among: modules)
    guard let library, !names.isEmpty else { return [:] }
    let loaded = library.parts(with: names).flatMap(\.modules)
    let others = library.whole.modules.subtracting(loaded)
    let prefix = ModuleLibrary.prefix + Self.belowPrefix
    return hashes.filter { key, _ in
      key.hasPrefix(prefix) && !others.contains(String(key.dropFirst(prefix.count)))
    }
  }

  /// The names of all modules; a new one can change the result of `canImport`.
  var names: [String] { hashes.keys.sorted() }

  /// The modules' names as in `import`.
  var moduleNames: Set<String> {
    // A module may be a folder with a file for each platform.
    Set(
      hashes.keys.compactMap { $0.split(separator: "/").lazy.compactMap(\.swiftModuleName).first })
  }

  /// Returns the hashes of the modules among some files, and skips other files.
  func hashes(of paths: [String]) -> [String: String] {
    var result: [String: String] = [:]
    for path in paths {
      let path = ModuleInterfaces.standardised(path)
      for folder in folders where path.hasPrefix(folder.path + "/") {
        let name = folder.prefix + path.dropFirst(folder.path.count + 1)
        if let hash = hashes[name] { result[name] = hash }
      }
    }
    return result
  }

  /// Returns the files named in a compiler's dependency file (a Makefile rule), where `\` escapes a
  /// line's end and spaces in names.
  static func dependencies(in makefile: String) -> [String] {
    makefile.matches(of: /(?:\\[^\n]|[^\\\s])+/).map { name in
      String(name.output.replacing(/\\(.)/) { $0.1 })
    }
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

  /// Returns the hashes of the headers that a C module's map names: the files, and all files in the
  /// folders, whose names it quotes.
  private static func headerHashes(
    of map: String, at path: String, cache: ResultCache
  ) async -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let paths = map.matches(of: /"([^"]*)"/).flatMap { name in
      let path = URL(filePath: String(name.1), relativeTo: folder).path
      let inner = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      return inner.isEmpty ? [path] : inner.map { "\(path)/\($0)" }
    }
    var hashes: [String] = []
    for path in paths.sorted() { hashes.append(await cache.digest(ofFileAt: path) ?? "") }
    return hashes
  }
}

import DocgenJSON
import DocgenProcesses
import Foundation

/// The targets and libraries of a Swift package, as `swift package dump-package` prints them.
struct PackageManifest: Sendable {
  /// A library product.
  struct Library: Sendable {
    let name: String
    let targets: [String]
    let isDynamic: Bool
  }

  /// A target, written into another manifest with the same settings.
  struct Target: Sendable {
    let name: String
    let path: String
    let dependencies: [String]
    /// The dependencies that it has only with a trait of the package.
    let traitDependencies: [String]
    /// The Debian packages that a system library needs.
    let debianPackages: [String]
    /// The declaration in a manifest that defines `swiftSettings`.
    let declaration: String
  }

  /// The package's name.
  let name: String
  /// The library products, in the manifest's order.
  let libraries: [Library]
  /// The first version of macOS that the package supports, if it names one.
  let macOS: String?
  /// The names of all targets.
  let targetNames: Set<String>
  /// The targets that the manifest names a folder of.
  private let targets: [String: Target]

  /// Reads the output of `swift package dump-package`; `nil` if it isn't that.
  init?(dump: String) {
    guard let manifest = try? JSONParser.parse(dump), let list = manifest["targets"]?.array else {
      return nil
    }
    name = manifest["name"]?.string ?? ""
    targetNames = Set(list.compactMap { $0["name"]?.string })
    targets = Dictionary(
      list.compactMap { Target($0) }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    libraries = (manifest["products"]?.array ?? []).compactMap { product in
      guard let kind = product["type"]?["library"]?.array, let name = product["name"]?.string
      else { return nil }
      return Library(
        name: name, targets: (product["targets"]?.array ?? []).compactMap(\.string),
        isDynamic: kind.first?.string == "dynamic")
    }
    macOS =
      manifest["platforms"]?.array?
      .first { $0["platformName"]?.string == "macos" }?["version"]?.string
  }

  /// The targets with these names and all that they depend on, with traits or without, by path.
  func closure(of names: [String], withTraits: Bool = true) -> [Target] {
    var found: [String: Target] = [:]
    var open = names
    while let name = open.popLast() {
      guard found[name] == nil, let target = targets[name] else { continue }
      found[name] = target
      open += target.dependencies + (withTraits ? target.traitDependencies : [])
    }
    return found.values.sorted { $0.path < $1.path }
  }
}

extension PackageManifest {
  /// Returns the manifest of a package; the toolchain is asked when the manifest or the environment
  /// has changed.
  ///
  /// - Parameters:
  ///   - package: the package's folder.
  ///   - folder: the folder of the cache.
  /// - Throws: `DocumentedPackage.BuildFailure` when it is invalid; `EnvironmentError`.
  static func of(_ package: URL, cachedIn folder: URL) async throws -> PackageManifest {
    let text = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
    // A manifest may read variables.
    let variables = environment.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let json = try await TextCache(folder: folder).text(
      "manifest", from: [package.path, text] + variables
    ) { try await dump(of: package) }
    guard let manifest = PackageManifest(dump: json) else {
      throw EnvironmentError.toolFailed(tool: "swift package", reason: "it printed no manifest")
    }
    return manifest
  }

  /// The environment for the package manager: this process's without what differs from one start to
  /// the next, because it compiles all manifests again when a variable has changed.
  static var environment: [String: String] {
    let volatile: Set = ["DOCGEN_COMMAND", "DOCGEN_PARENT", "OLDPWD", "PWD", "SHLVL", "_"]
    return ProcessInfo.processInfo.environment.filter { !volatile.contains($0.key) }
  }

  private static func dump(of package: URL) async throws -> String {
    var environment = environment
    let swift = try swiftProgram()
    // A folder of its own: a build of the package may have locked the package's.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "docgen-manifest")
    environment["LANG"] = "C.UTF-8"
    let result = try await SystemProcesses().run(
      Command(
        .inquiry, executable: swift,
        arguments: [
          swift, "package", "--package-path", package.path, "--scratch-path", scratch.path,
          "dump-package",
        ],
        environment: environment, directory: package.path))
    guard result.ending == .exited(0) else {
      throw DocumentedPackage.BuildFailure(
        package: package.path, output: String(decoding: result.errorOutput, as: UTF8.self))
    }
    return String(decoding: result.output, as: UTF8.self)
  }

  /// Returns the path of the toolchain's package manager.
  ///
  /// - Throws: `EnvironmentError` when no folder of `PATH` has one.
  static func swiftProgram() throws -> String {
    guard let swift = Command.programs(named: "swift").first else {
      throw EnvironmentError.noCompiler
    }
    return swift
  }
}

extension PackageManifest.Target {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, let path = json["path"]?.string else { return nil }
    self.name = name
    self.path = path
    // Each is an object with one member, such as {"byName": ["JSON", null]}.
    let dependencies = (json["dependencies"]?.array ?? [])
      .compactMap { $0.object?.members.first?.value.array }
    func names(withTraits: Bool) -> [String] {
      dependencies.filter { ($0.last?["traits"]?.array?.isEmpty == false) == withTraits }
        .compactMap { $0.first?.string }
    }
    self.dependencies = names(withTraits: false)
    traitDependencies = names(withTraits: true)
    debianPackages = (json["providers"]?.array ?? [])
      .flatMap { $0["apt"]?.array?.first?.array ?? [] }.compactMap(\.string)
    declaration = Self.declaration(
      json, name: name, path: path, dependencies: dependencies, debianPackages: debianPackages)
  }

  private static func declaration(
    _ json: JSONValue, name: String, path: String, dependencies: [[JSONValue]],
    debianPackages: [String]
  ) -> String {
    let isSystemLibrary = json["type"]?.string == "system"
    var text = "\(isSystemLibrary ? ".systemLibrary" : ".target")(\n      name: \"\(name)\""
    let needed = dependencies.compactMap { Self.dependency($0) }
    if !needed.isEmpty { text += ",\n      dependencies: [\(needed.joined(separator: ", "))]" }
    text += ",\n      path: \"\(path)\""
    if let name = json["pkgConfig"]?.string { text += ", pkgConfig: \"\(name)\"" }
    if !debianPackages.isEmpty {
      let list = debianPackages.map { "\"\($0)\"" }.joined(separator: ", ")
      text += ",\n      providers: [.apt([\(list)])]"
    }
    let isSwift = json["settings"]?.array?.contains { $0["tool"]?.string == "swift" } == true
    if isSwift { text += ", swiftSettings: swiftSettings" }
    return text + ")"
  }

  /// A dependency in a manifest: a name, and perhaps the systems on which it exists.
  private static func dependency(_ parts: [JSONValue]) -> String? {
    guard let name = parts.first?.string else { return nil }
    let systems = (parts.last?["platformNames"]?.array ?? []).compactMap(\.string)
      .map { $0 == "macos" ? ".macOS" : ".\($0)" }
    return systems.isEmpty
      ? "\"\(name)\""
      : ".target(name: \"\(name)\", condition: .when(platforms: [\(systems.joined(separator: ", "))]))"
  }
}

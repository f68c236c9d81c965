import Foundation
public import DocgenGround

extension SampleEngine {
  /// Adds the state of everything outside a site's folder that the results of its samples depend on.
  public func addInputs(to states: inout FileStates) {
    let programs = [environment.host, environment.bareHost].compactMap(\.self)
    let compilers = environment.searchPath.split(separator: ":").flatMap { folder in
      ["swiftc", "swift-frontend"].map { "\(folder)/\($0)" }
    }
    let libraries = environment.libraries
    let parts = libraries.flatMap { [$0.whole] + $0.parts }
    let files = programs + compilers + environment.hostLibraries + environment.moduleMaps
    for path in files + parts.map(\.path) + libraries.flatMap({ $0.moduleMaps + $0.macros }) {
      states.add(fileAt: path)
    }
    let folders = environment.allModuleFolders + parts.flatMap(\.resources)
    for folder in folders + libraries.flatMap(\.headerFolders) { states.add(below: folder) }
  }

  /// The settings that the results of samples depend on, as text.
  public var settings: String { "\(environment)" }
}

extension ModuleLibrary {
  /// The folders of its C modules' maps, which hold the headers.
  fileprivate var headerFolders: [String] {
    moduleMaps.map { URL(filePath: $0).deletingLastPathComponent().path }
  }
}

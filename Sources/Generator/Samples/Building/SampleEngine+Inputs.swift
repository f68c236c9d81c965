import Foundation
public import DocgenGround

extension SampleEngine {
  /// Adds the state of everything outside a site's folder that the results of its samples depend
  /// on.
  public func addInputs(to states: inout FileStates) {
    let programs = [environment.host, environment.bareHost].compactMap(\.self)
    let compilers = environment.searchPath.split(separator: ":").flatMap { folder in
      ["swiftc", "swift-frontend"].map { "\(folder)/\($0)" }
    }
    let library = environment.library
    let parts = library?.allParts ?? []
    let files = programs + compilers + environment.hostLibraries + environment.moduleMaps
    let compiled = library.map { $0.moduleMaps + $0.macros } ?? []
    for path in files + parts.map(\.path) + compiled { states.add(fileAt: path) }
    let folders = environment.allModuleFolders + parts.flatMap(\.resources)
    for folder in folders + (library?.headerFolders ?? []) { states.add(below: folder) }
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

import DocgenProcesses
import Foundation

/// Links objects into one shared library that a host opens.
struct Linker: Sendable {
  let toolchain: Toolchain
  let environment: SampleEnvironment
  let processes: any ProcessLauncher

  /// Links objects.
  ///
  /// Symbols of modules in the host stay undefined, and so do missing ones: only the sample that
  /// needs them should fail.
  ///
  /// - Returns: the library, or `nil` and the linker's messages.
  /// - Throws: `EnvironmentError` when the linker can't be used at all.
  func link(
    _ objects: [[UInt8]], isForOne: Bool, needs: RunNeeds
  ) async throws -> (library: SampleLibrary?, complaint: String) {
    let folder = try TemporaryFolder(in: environment.temporaryFolder, named: "link")
    var paths: [String] = []
    for (number, object) in objects.enumerated() {
      try folder.write(object, to: "\(number).o")
      paths.append("\(folder.path)/\(number).o")
    }
    let libraries = try await requestedLibraries(paths, in: folder)
    let library = SampleLibrary(folder: folder, isForOne: isForOne, needs: needs)
    let clang = toolchain.program("clang")
    var arguments = [
      "-shared", "-fuse-ld=lld", "--target=\(toolchain.information.target.triple)", "-o",
      library.path,
      // See `csamplehost_error_in_main` and `csamplehost_task_create`.
      "-Wl,--wrap=swift_errorInMain", "-Wl,--wrap=swift_task_create",
    ]
    arguments += paths
    arguments += toolchain.runtimeObject.map { [$0] } ?? []
    for path in toolchain.information.paths.runtimeLibraryPaths {
      arguments += ["-L", path, "-Wl,-rpath,\(path)"]
    }
    for library in needs.libraries.map(\.path) {
      let folder = URL(filePath: library).deletingLastPathComponent().path
      arguments += [library, "-Wl,-rpath,\(folder)"]
    }
    arguments += libraries
    // In a file, because a command line may be too short for all objects.
    let text = arguments.map(\.quoted).joined(separator: "\n")
    try folder.write(text.utf8, to: "arguments")
    let result = try await processes.run(
      Command(
        .link, executable: clang, arguments: [clang, "@\(folder.path)/arguments"],
        // clang finds ld.lld in its own folder, and system libraries through the system's gcc.
        environment: folder.environment(), directory: folder.path))
    if !result.succeeded { try folder.checkSpace() }
    let complaint = result.errorText.replacing(folder.path + "/", with: "")
    return (result.succeeded ? library : nil, complaint)
  }

  /// Returns the libraries that the objects' imports require.
  private func requestedLibraries(
    _ objects: [String], in folder: TemporaryFolder
  ) async throws -> [String] {
    guard let extractor = Toolchain.extractor.first.map(toolchain.program) else { return [] }
    let list = "\(folder.path)/libraries"
    let result = try await processes.run(
      Command(
        .link, executable: extractor, arguments: [extractor] + objects + ["-o", list],
        environment: folder.environment(), directory: folder.path))
    guard result.succeeded, let text = FileManager.default.contents(atPath: list) else {
      throw EnvironmentError.failure(of: extractor, result)
    }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}

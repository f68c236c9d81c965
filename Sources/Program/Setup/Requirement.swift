import DocgenPipeline
import DocgenProcesses
import Foundation

/// Something that docgen uses on this machine, and the way to get it.
struct Requirement {
  /// Debian's packages with what a docgen without servers is linked with.
  static let libraries = [
    "curl", "pkg-config", "libcmark-gfm-dev", "libcmark-gfm-extensions-dev",
    "libcurl4-openssl-dev", "libsqlite3-dev", "libyaml-dev", "zlib1g-dev",
    "libsource-highlight-dev", "libcairo2-dev", "libgumbo-dev", "libgoogle-perftools-dev",
    "fonts-dejavu-core", "bubblewrap",
  ]

  let name: String
  let purpose: String
  /// The command that installs it.
  let command: String
  /// Whether docgen works without it.
  var isOptional = false
  let isThere: Bool

  /// What samples need, as found in the folders of `PATH`.
  static var all: [Requirement] {
    func program(_ name: String) -> String? { Command.programs(named: name).first }
    let compiler = program("swiftc")
    let toolchain = compiler.map {
      URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
    func inToolchain(_ path: String) -> Bool {
      toolchain.map { FileManager.default.fileExists(atPath: "\($0)/\(path)") } ?? false
    }
    let swift = "install Swift from https://www.swift.org/install/"
    return [
      Requirement(
        name: "Swift", purpose: "compiles samples", command: swift, isThere: compiler != nil),
      Requirement(
        name: "lld", purpose: "links samples", command: swift,
        isThere: inToolchain("ld.lld") || program("ld.lld") != nil),
      Requirement(
        name: "sourcekitd", purpose: "compiles many samples in one process", command: swift,
        isOptional: true, isThere: inToolchain("../lib/libsourcekitdInProc.so")),
      Requirement(
        name: "servers", purpose: "are the mocks and the preview",
        command: "apt-get install -y \(LabPackage.serverPackages.joined(separator: " "))",
        isOptional: true, isThere: LabPackage.hasServers),
      Requirement(
        name: "bubblewrap", purpose: "keeps samples from your files and your network",
        command: "apt-get install -y bubblewrap", isOptional: true,
        isThere: program("bwrap") != nil),
      Requirement(
        name: "git", purpose: "knows when pages changed", command: "apt-get install -y git",
        isOptional: true, isThere: program("git") != nil),
      Requirement(
        name: "curl", purpose: "runs 'sh' blocks that use it", command: "apt-get install -y curl",
        isOptional: true, isThere: program("curl") != nil),
    ]
  }
}

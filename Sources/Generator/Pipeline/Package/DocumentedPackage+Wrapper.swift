import DocgenGround
import DocgenProcesses
import Foundation

/// docgen's own package, whose products are the libraries for samples.
extension DocumentedPackage {
  /// Returns the libraries with one product each; none where that would be the same as all.
  static func parts(of products: [String]) -> [(name: String, products: [String])] {
    guard products.count > 1 else { return [] }
    return products.enumerated().map { ("\(wrapperName)\($0 + 1)", [$1]) }
  }

  /// Writes the files of docgen's package that differ, so that an unchanged one isn't read again.
  func writeWrapper(of products: [String], macOS: String?) throws {
    // The package manager identifies a package by the name of its folder.
    let identity = folder.lastPathComponent.lowercased()
    let name = Self.wrapperName
    let parts = [(name: name, products: products)] + Self.parts(of: products)
    let libraries = parts.map {
      ".library(name: \"\($0.name)\", type: .dynamic, targets: [\"\($0.name)\"]),"
    }
    let targets = parts.map { part in
      let dependencies = part.products.map { ".product(name: \"\($0)\", package: \"\(identity)\")" }
      return
        ".target(name: \"\(part.name)\", dependencies: [\(dependencies.joined(separator: ", "))]),"
    }
    // Older tools know no traits.
    let names = traits.map { ", \($0.debugDescription)" }.joined()
    let dependency =
      ".package(path: \(folder.path.debugDescription)"
      + (traits.isEmpty ? ")" : ", traits: [.defaults\(names)])")
    // A build folder that has moved with its package contains the old paths.
    if let old = try? String(
      contentsOf: wrapper.appending(path: "Package.swift"), encoding: .utf8),
      !old.contains(dependency)
    {
      try? FileManager.default.removeItem(at: wrapper.appending(path: ".build"))
    }
    let platform = macOS.map { "\n  platforms: [.macOS(\"\($0)\")]," } ?? ""
    try write(
      """
      // swift-tools-version: \(traits.isEmpty ? "5.9" : "6.1")
      import PackageDescription

      let package = Package(
        name: "\(name)",\(platform)
        products: [
          \(libraries.joined(separator: "\n    "))
        ],
        dependencies: [\(dependency)],
        targets: [
          \(targets.joined(separator: "\n    "))
        ])

      """, to: "Package.swift")
    for part in parts {
      try write(
        "// docgen links libraries of the package with this file.\n",
        to: "Sources/\(part.name)/Empty.swift")
    }
    // The same versions of dependencies as the package itself has.
    let resolved = folder.appending(path: "Package.resolved")
    if let text = try? String(contentsOf: resolved, encoding: .utf8),
      try write(text, to: "Package.resolved.original")
    {
      try write(text, to: "Package.resolved")
    }
  }

  /// Writes a file unless it has this content, and returns whether it was written.
  @discardableResult
  private func write(_ text: String, to path: String) throws -> Bool {
    let file = wrapper.appending(path: path)
    let data = Data(text.utf8)
    guard FileManager.default.contents(atPath: file.path) != data else { return false }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    } catch {
      throw EnvironmentError.unwritable(what: "'\(file.path)'", reason: error.systemReason)
    }
    return true
  }
}

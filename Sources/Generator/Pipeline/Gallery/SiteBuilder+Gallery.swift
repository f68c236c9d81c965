public import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenProcesses
import DocgenSamples
import Foundation

extension SiteBuilder {
  /// The programs of `Samples` that have a title, by path.
  ///
  /// - Throws: when the site's folder can't be read.
  public func programs() throws -> [GalleryProgram] {
    programs(of: try SiteReader(root: options.root).read())
  }

  func programs(of sources: SiteSources) -> [GalleryProgram] {
    sources.programs.compactMap { GalleryProgram($0) }
  }

  /// Compiles and runs one program.
  ///
  /// - Throws: when the machine doesn't allow it.
  public func run(_ program: GalleryProgram) async throws -> SampleOutcome {
    let sample = Sample(program: program.file)
    return try await engine.run([sample]).outcomes[0]
  }

  /// The files of a Swift package that builds a program.
  ///
  /// - Parameter documented: the package that the site documents, which the program may need.
  /// - Throws: `EnvironmentError` when the toolchain can't read a manifest.
  public func package(
    of program: GalleryProgram, using documented: DocumentedPackage?
  ) async throws -> [RenderedFile] {
    var exported = ExportedPackage(
      of: program, from: package, manifest: try await .of(package, cachedIn: cacheFolder))
    if let documented {
      exported.products = try await documented.products(with: program.imports)
      exported.folder = documented.folder
    }
    return exported.ownFiles + (try exported.targets.flatMap { try exported.sources(of: $0) })
  }

  /// The package of each program as a file of the site, `gallery/NAME.zip`, and its source,
  /// `gallery/NAME.swift`.
  ///
  /// In the site of another package, only the source: docgen has no copies of that package's
  /// modules.
  func archives(of programs: [GalleryProgram]) async throws -> [RenderedFile] {
    let sources = programs.map {
      RenderedFile(path: "gallery/\($0.name).swift", text: $0.file.text)
    }
    guard !programs.isEmpty, !engine.hasLibrary else { return sources }
    let manifest = try await PackageManifest.of(package, cachedIn: cacheFolder)
    // Most programs need the same targets.
    var entries: [String: [ZipArchive.Entry]] = [:]
    return try sources
      + programs.map { program in
        let exported = ExportedPackage(of: program, from: package, manifest: manifest)
        for target in exported.targets where entries[target.path] == nil {
          entries[target.path] = try exported.sources(of: target).map { ZipArchive.Entry($0) }
        }
        let files =
          exported.ownFiles.map { ZipArchive.Entry($0) }
          + exported.targets.flatMap { entries[$0.path] ?? [] }
        return RenderedFile(
          path: "gallery/\(program.name).zip",
          bytes: ZipArchive.bytes(of: files, in: program.name))
      }
  }
}

import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenProcesses
import Foundation

/// The documents to adopt, and the site or package that they belong to.
struct AdoptionSources: Sendable {
  /// The error for a path without documents.
  struct NoDocuments: Error, CustomStringConvertible {
    let path: String
    let exists: Bool
    var description: String {
      exists
        ? "'\(path)' has no Markdown files; name a file '.md' or a folder"
        : "there is no '\(path)'; name a file '.md' or a folder"
    }
  }

  /// The folder of the site or package, or of the documents.
  let root: URL
  private(set) var documents: [AdoptedDocument]
  /// The paths of documents whose Swift blocks include files, which only a build reads in full.
  private let including: [String]
  private(set) var sampleFiles: [SourceFile]
  /// The setup to write, which imports the modules that blocks use.
  private var newSetup: SourceFile?
  /// The defaults that the site has before the adoption.
  let ownDefaults: SampleDefaults
  /// The defaults of the documents: the site's, with those that the adoption writes.
  private(set) var defaults: SampleDefaults
  /// A folder for results where there is no site or package to keep them.
  var cacheFolder: String? { temporary?.path }
  private let temporary: TemporaryFolder?
  /// The path of `site.yml`, if the defaults are written there.
  private let configurationPath: String?

  init(_ paths: [String], below folder: URL) throws {
    // Without paths, the documents are those of the site.
    let isAll = paths.isEmpty
    let urls = (isAll ? ["."] : paths).map {
      URL(filePath: $0, relativeTo: folder).resolved
    }
    var files = try zip(paths, urls).flatMap { path, url in
      let found = Self.documents(at: url)
      guard !found.isEmpty else {
        throw NoDocuments(path: path, exists: FileManager.default.fileExists(atPath: url.path))
      }
      return found
    }
    let isFolder = isAll || urls[0].path != files[0].path
    let parent = isFolder ? urls[0] : urls[0].deletingLastPathComponent()
    let home = isAll ? parent : Self.home(of: parent)
    root = home ?? parent
    temporary =
      home == nil ? try TemporaryFolder(in: NSTemporaryDirectory(), named: "docgen") : nil
    let content = root.appending(path: "content").path
    let isSite = FileManager.default.fileExists(atPath: content)
    // A folder without a site's documents has no defaults either.
    let reader = SiteReader(root: root)
    let site = isAll ? try reader.read() : (try? reader.read()) ?? SiteSources()
    if isAll { files = site.documents.map { [root] in root.appending(path: $0.path) } }
    sampleFiles = site.samples
    ownDefaults = site.sampleDefaults
    let base = root.path + "/"
    let read = try Set(files).sorted { $0.path < $1.path }.map { url in
      let path = url.path.hasPrefix(base) ? String(url.path.dropFirst(base.count)) : url.path
      do {
        let bytes = Array(try Data(contentsOf: url))
        return (file: try SourceFile(path: path, bytes: bytes), bytes: bytes)
      } catch {
        let reason = (error as? InvalidUTF8)?.description ?? error.systemReason
        throw SiteReader.ReadError.unreadable(path: path, reason: reason)
      }
    }
    including = read.map(\.file).filter { file in
      site.expanded[file.path].map { !Self.haveSameBlocks($0.file, file) } ?? false
    }.map(\.path)
    let included = Set(including)
    let whole = read.filter { !included.contains($0.file.path) }
    // A part of a site gets its own defaults, so that the other pages stay as they are.
    let isAdopted = isAll || isSite && urls.contains { $0.path == content }
    let isWhole =
      isAdopted && including.isEmpty && !whole.isEmpty && ownDefaults == SampleDefaults()
    var defaults = ownDefaults
    if isWhole {
      defaults.runsAll = true
      defaults.session = .page
      defaults.comparesPrints = true
    }
    self.defaults = defaults
    let newPath = isSite ? "content/site.yml" : "site.yml"
    configurationPath = isWhole ? site.configuration?.path ?? newPath : nil
    documents = whole.map { [defaults] file, bytes in
      let own = DocumentParser().parse(file).document.metadata.samples
      let isSet = own.runsAll != nil || defaults.runsAll != nil
      return AdoptedDocument(
        file: file, bytes: bytes, comment: isSet ? nil : Self.comment(withSetup: nil))
    }
  }

  private static func comment(withSetup setup: String?) -> String {
    "<!-- \(Adoption.defaults(withSetup: setup)) -->"
  }

  /// The path of the setup that programs begin with, or may begin with.
  var setupPath: String {
    "\(SampleContext.setupFolder)/\(defaults.setup ?? Self.setupName).swift"
  }

  private static let setupName = "imports"

  /// Returns the sources with the setup `imports`, which a new one makes of some modules; `nil` if
  /// there are neither, blocks have a setup already, or its folder is elsewhere.
  func importing(_ modules: [String]) -> AdoptionSources? {
    let name = Self.setupName
    let path = setupPath
    let isNew = !sampleFiles.contains { $0.path == path }
    guard !isNew || !modules.isEmpty, defaults.setup == nil,
      ["Samples", SampleContext.setupFolder].allSatisfy({ root.contains(root.appending(path: $0)) })
    else { return nil }
    var sources = self
    if isNew {
      // Readers don't import a module that begins with an underscore.
      let names = ["Foundation"] + modules.filter { !$0.hasPrefix("_") }
      let text = names.map { "import \($0)\n" }.joined()
      let setup = SourceFile(path: path, text: text)
      sources.newSetup = setup
      sources.sampleFiles.append(setup)
    }
    if configurationPath != nil {
      sources.defaults.setup = name
      return sources
    }
    for (index, document) in documents.enumerated() {
      if document.comment != nil {
        sources.documents[index].comment = Self.comment(withSetup: name)
      } else if DocumentParser().parse(document.file).document.metadata.samples == SampleDefaults()
      {
        // The site has the others.
        sources.documents[index].comment = "<!-- samples: {setup: \(name)} -->"
      }
    }
    return sources
  }

  /// The notes on the documents left out, and on the setup.
  var remarks: [String] {
    var remarks: [String] = []
    if let first = including.first {
      let count = including.count.counting("document")
      remarks.append(
        "docgen leaves \(count) whose Swift blocks include files, such as '\(first)'; mark these "
          + "blocks by hand")
    }
    if let newSetup {
      remarks.append("'\(newSetup.path)' imports the package's modules for all blocks")
    }
    return remarks
  }

  /// Whether two texts of a document have the same Swift blocks.
  private static func haveSameBlocks(_ first: SourceFile, _ second: SourceFile) -> Bool {
    let blocks = [first, second].map { file in
      var blocks: [[String]] = []
      DocumentParser().parse(file).document.forEachBlock { block in
        switch block.kind {
        case .code(let code) where code.language == "swift", .sample(_, let code):
          blocks.append(code.lines.map(\.text))
        default: break
        }
      }
      return blocks
    }
    return blocks[0] == blocks[1]
  }

  /// Writes the documents that change, the defaults of their site, and the setup.
  func write(_ documents: [AdoptedDocument]) throws {
    let writer = DocumentWriter(root: root)
    if let setup = newSetup {
      let file = root.appending(path: setup.path)
      try EnvironmentError.whileWriting("'\(file.path)'") {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(setup.text.utf8).write(to: file, options: .withoutOverwriting)
      }
    }
    if let configurationPath { try writeDefaults(to: configurationPath, by: writer) }
    for document in documents {
      let new = Array(document.text.utf8)
      if new == document.bytes { continue }
      try replace(document.file.path, from: document.bytes, with: new, by: writer)
    }
  }

  /// Adds the defaults at the end of `site.yml`, whose other bytes stay the same.
  private func writeDefaults(to path: String, by writer: DocumentWriter) throws {
    let added = Array((Adoption.defaults(withSetup: defaults.setup) + "\n").utf8)
    let file = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      // Not through a link to a file that isn't there.
      return try Data(added).write(to: file, options: .withoutOverwriting)
    }
    let old = try writer.bytes(of: path)
    let isEnded = old.isEmpty || old.last == UInt8(ascii: "\n")
    try replace(
      path, from: old, with: old + (isEnded ? [] : [UInt8(ascii: "\n")]) + added, by: writer)
  }

  private func replace(
    _ path: String, from old: [UInt8], with new: [UInt8], by writer: DocumentWriter
  ) throws {
    do {
      try writer.replace(path, from: old, with: new)
    } catch let refusal as DocumentWriter.Refusal {
      throw EnvironmentError.unwritable(what: "'\(path)'", reason: refusal.description)
    }
  }

  /// Returns the nearest folder from one upwards that is a site or a package.
  private static func home(of folder: URL) -> URL? {
    var folder = folder
    while true {
      // A site's own `site.yml` may be in `content`.
      let isContent = folder.lastPathComponent == "content"
      if !isContent,
        ["content", "site.yml", "Package.swift"].contains(where: { name in
          FileManager.default.fileExists(atPath: folder.appending(path: name).path)
        })
      {
        return folder
      }
      if folder.path == "/" { return nil }
      folder.deleteLastPathComponent()
    }
  }

  private static func documents(at url: URL) -> [URL] {
    if SiteReader.isDocument(url.path) { return [url] }
    let found = FileManager.default.enumerator(
      at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var documents: [URL] = []
    while let url = found?.nextObject() as? URL {
      if SiteReader.isDocument(url.path) {
        documents.append(url.standardizedFileURL)
      } else if SiteWriter(output: url).manifest() != nil {
        // A site that docgen wrote.
        found?.skipDescendants()
      }
    }
    return documents.sorted { $0.path < $1.path }
  }
}

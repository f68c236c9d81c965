import DocgenGround
import DocgenPipeline
import Foundation

/// Writes a new guide or a new program with a sample that passes.
struct NewCommand: Subcommand {
  /// The kind of file to write.
  enum Kind: String, CaseIterable {
    case guide
    case sample
  }

  let kind: Kind
  let name: String
  /// The site's folder.
  var root = "."

  static let options = [
    Option("--root", .folder) { $0.root = try $1.value() }
  ]

  /// Writes the file, and returns the exit status.
  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let root = URL(filePath: root, directoryHint: .isDirectory)
    let module = try await Docgen.package(named: nil, ofSiteAt: root)?.modules().first
    // As a shell completes it.
    var parts = name.split(separator: "/")
    if parts.count > 1, ["content", "Samples"].contains(parts[0]) { parts.removeFirst() }
    let endings = [".md", ".swift"]
    let last = parts[parts.count - 1]
    let stem = endings.first(where: last.hasSuffix).map { last.dropLast($0.count) } ?? last
    let words = stem.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    let title = words.joined(separator: " ")
    let sentence = title.prefix(1).uppercased() + title.dropFirst()
    let hasContent = FileManager.default.fileExists(atPath: root.appending(path: "content").path)
    let path: String
    let text: String
    switch kind {
    case .guide:
      // With a new folder 'content', documents elsewhere would no longer be read.
      let present = InitCommand.documents(ofSiteAt: root)
      let isInContent = hasContent || module == nil && present.isEmpty
      let folders = present.map { $0.split(separator: "/").dropLast() }.filter { !$0.isEmpty }
      let nearest = folders.min { $0.count < $1.count }?.joined(separator: "/")
      let folder = isInContent ? "content" : nearest ?? InitCommand.documents(in: root)
      if parts.count > 1, parts[0] == folder { parts.removeFirst() }
      let file = words.joined(separator: "-")
      // In 'content', its name is its address.
      let name = (isInContent ? file.lowercased() : file) + ".md"
      path = ([folder[...]] + parts.dropLast() + [name[...]]).joined(separator: "/")
      text = InitCommand.page(title: sentence, importing: module)
    case .sample:
      let file = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      path = (["Samples"] + parts.dropLast() + ["\(file).swift"]).joined(separator: "/")
      let imports = module.map { "import \($0)\n\n" } ?? ""
      text = "// title: \(sentence)\n\(imports)print(\"Hello from \(module ?? "Swift")\")\n"
    }
    guard !FileManager.default.fileExists(atPath: root.appending(path: path).path) else {
      throw UsageError(description: "'\(path)' exists; choose another name")
    }
    try NewFile(path: path, root: root).write(text)
    return .fine
  }
}

extension CommandLineParser {
  mutating func newCommand() throws -> NewCommand {
    guard let word = nextArgument() else {
      throw UsageError(
        description: "'\(CommandName.docgen) new' needs 'guide' or 'sample', and a name")
    }
    let kind: NewCommand.Kind = try choice("kind of file", word)
    guard let name = nextArgument() else {
      throw UsageError(
        description: "'\(CommandName.docgen) new \(word)' needs a name, such as 'sign-in'")
    }
    let isSafe = name.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !$0.hasPrefix(".") && $0.contains(where: \.isLetter) }
    guard isSafe else {
      throw UsageError(description: "'\(name)' is no name of a file; write one such as 'sign-in'")
    }
    var command = NewCommand(kind: kind, name: name)
    try parse(NewCommand.options, of: &command)
    return command
  }
}

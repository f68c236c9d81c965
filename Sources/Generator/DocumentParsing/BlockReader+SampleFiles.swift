import DocgenDocModel
import DocgenGround

/// The files that blocks show or are set up by.
extension BlockReader {
  /// Returns the part of some code that readers see; `nil` if its file has no such region.
  mutating func shownCode(
    _ lines: [Sample.Line], in path: String, options: SampleOptions, range: SourceRange
  ) -> ShownCode? {
    guard let name = options.file?.region else {
      return ShownCode(lines, in: options.language)
    }
    let regions = CodeRegions(lines, in: options.language)
    let fileRange = options.range(of: "file") ?? range
    guard let region = regions.code(of: name) else {
      report(.missingRegion(name, in: path, known: regions.names), at: fileRange)
      return nil
    }
    if let line = regions.repeated[name] {
      report(.repeatedRegion(name, in: path, line: line), at: fileRange)
    }
    if let line = regions.open[name] {
      report(.openRegion(name, in: path, line: line), at: fileRange)
    }
    if region.isEmpty {
      report(.emptyRegion(name, in: path), at: fileRange)
    }
    var shown = ShownCode(region, in: options.language)
    shown.removeCommonIndentation()
    return shown
  }

  /// Returns the file that an option names; reports one that is missing or too large.
  mutating func sampleFile(
    _ path: String, option: String, options: SampleOptions, range: SourceRange
  ) -> SourceFile? {
    if let found = context.sampleFiles[path] {
      guard found.text.utf8.count > SampleContext.largestFile else { return found }
      report(.sampleFileTooLarge(path), at: options.range(of: option) ?? range)
      return nil
    }
    let isSetup = option == "setup"
    let known = context.sampleFiles.keys.filter {
      $0.hasPrefix(SampleContext.setupFolder + "/") == isSetup
    }
    let message = Diagnostic.Message.missingSampleFile(
      path, nearest: Suggestion.closest(to: path, among: known), isSetup: isSetup)
    let own = options.range(of: option)
    // The default setup would be missed by each block.
    if own != nil || !diagnostics.contains(where: { $0.message == message }) {
      report(message, at: own ?? range)
    }
    return nil
  }

  /// Sets the lines of a block to those that readers see, if they are known.
  func show(_ part: ShownCode?, in code: inout CodeBlock) {
    guard let part else { return }
    code.lines = part.lines
    code.folds = part.folds
  }
}

extension SourceFile {
  /// The lines of a program, each with its number.
  var sampleLines: [Sample.Line] {
    var result = lines.enumerated().map { Sample.Line(text: String($1), number: $0 + 1) }
    if result.last?.text.isEmpty == true { result.removeLast() }
    return result
  }
}

extension Diagnostic.Message {
  static func missingSampleFile(_ path: String, nearest: String?, isSetup: Bool) -> Self {
    let isSnippet = path.hasPrefix(SampleContext.snippetFolder + "/")
    let folder =
      isSetup ? SampleContext.setupFolder : isSnippet ? SampleContext.snippetFolder : "Samples"
    let name = path.split(separator: "/").last
    let isElsewhere =
      path.contains("/") && !isSetup && !path.hasPrefix("Samples/") && !isSnippet
    if isElsewhere, nearest?.split(separator: "/").last != name {
      return Self(
        .missingSampleFile,
        "'file' shows files of 'Samples' and '\(SampleContext.snippetFolder)'; write "
          + "'{{#include \(path)}}' in the block instead")
    }
    let way = nearest.map { "the nearest is '\($0)'" } ?? "the site has no files in '\(folder)'"
    let kind = isSetup ? "setup" : "sample"
    return Self(.missingSampleFile, "there is no \(kind) file '\(path)'; \(way)")
  }

  static func sampleFileTooLarge(_ path: String) -> Self {
    Self(
      .missingSampleFile,
      "'\(path)' has more than \(SampleContext.largestFile / 1_000_000) MB, which is no program for a "
        + "page; name a smaller file")
  }

  static func repeatedRegion(_ name: String, in path: String, line: Int) -> Self {
    Self(
      .repeatedRegion,
      "the region '\(name)' of '\(path)' begins again on line \(line); give that one another name")
  }

  static func missingRegion(_ name: String, in path: String, known: [String]) -> Self {
    let way =
      known.isEmpty
      ? "it has none; mark one with '// #region \(name)' and '// #endregion'"
      : "it has \(known.map { "'\($0)'" }.joined(separator: ", "))"
    return Self(.missingRegion, "there is no region '\(name)' in '\(path)'; \(way)")
  }

  static func emptyRegion(_ name: String, in path: String) -> Self {
    Self(
      .sampleWithoutCode,
      "the region '\(name)' of '\(path)' has no code, so readers see an empty block; "
        + "move '// #region \(name)' before the lines to show")
  }

  static func openRegion(_ name: String, in path: String, line: Int) -> Self {
    Self(
      .openRegion,
      "the region '\(name)' begins on line \(line) of '\(path)' and has no end; "
        + "put '// #endregion' after it")
  }
}

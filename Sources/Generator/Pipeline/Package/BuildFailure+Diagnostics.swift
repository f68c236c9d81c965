public import DocgenGround
import Foundation

extension DocumentedPackage.BuildFailure {
  /// The compiler's errors in files of the package, by their paths in it, else those in other
  /// files; without any, one in its manifest, with everything else that the package manager says.
  public var diagnostics: [Diagnostic] {
    let lines = output.split(whereSeparator: \.isNewline)
    var found: [Diagnostic] = []
    for line in lines {
      guard line.hasPrefix("/"),
        let match = line.wholeMatch(of: /([^:]+):(\d+):(\d+): error: (.+)/),
        let number = Int(match.2), let column = Int(match.3)
      else { continue }
      let start = SourcePosition(line: number, column: column)
      let isOwn = match.1.hasPrefix(package + "/")
      let error = Diagnostic(
        .init(.compileError, String(match.4)),
        at: SourceLocation(
          file: String(match.1.dropFirst(isOwn ? package.count + 1 : 0)),
          range: SourceRange(at: start)))
      // The package manager repeats errors.
      if !found.contains(error) { found.append(error) }
    }
    let own = found.filter { !$0.location.file.hasPrefix("/") }
    if !found.isEmpty {
      found = (own.isEmpty ? found : own).sortedByLocation()
      found[0].notes += installations(in: lines)
      return found
    }
    let reason = lines.first { $0.hasPrefix("error: ") }
    let text = reason.map { ": \($0.dropFirst("error: ".count))" } ?? ""
    let others = lines.filter { $0 != reason }
    return [
      Diagnostic(
        .init(.compileError, "the package doesn't build\(text)"),
        at: SourceLocation(file: "Package.swift"),
        notes: others.isEmpty ? [] : [Diagnostic.Note(others.joined(separator: "\n"))])
    ]
  }

  /// Returns the commands that the package manager suggests for missing system libraries.
  private func installations(in lines: [Substring]) -> [Diagnostic.Note] {
    let commands = zip(lines, lines.dropFirst())
      .filter { $0.0.hasPrefix("warning: you may be able to install ") }
      .map { $0.1.trimmingCharacters(in: .whitespaces) }
    return Set(commands).sorted().map {
      Diagnostic.Note("the package manager misses a system library; run '\($0)'")
    }
  }

  /// The files with errors, for the excerpts of messages.
  public var sources: [String: SourceFile] {
    var files: [String: SourceFile] = [:]
    for path in Set(diagnostics.map(\.location.file)) {
      let data =
        FileManager.default.contents(
          atPath: path.hasPrefix("/") ? path : "\(package)/\(path)") ?? Data()
      files[path] = SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }
    return files
  }
}

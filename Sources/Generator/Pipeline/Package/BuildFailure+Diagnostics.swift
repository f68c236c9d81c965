public import DocgenGround
import Foundation

extension DocumentedPackage.BuildFailure {
  /// The compiler's errors in files of the package, by their paths in it; without any, one in its
  /// manifest, with everything else that the package manager says.
  public var diagnostics: [Diagnostic] {
    let lines = output.split(whereSeparator: \.isNewline)
    var found: [Diagnostic] = []
    for line in lines {
      guard line.hasPrefix(package + "/"),
        let match = line.dropFirst(package.count + 1)
          .wholeMatch(of: /([^:]+):(\d+):(\d+): error: (.+)/),
        let number = Int(match.2), let column = Int(match.3)
      else { continue }
      let start = SourcePosition(line: number, column: column)
      let error = Diagnostic(
        .init(.compileError, String(match.4)),
        at: SourceLocation(file: String(match.1), range: SourceRange(at: start)))
      // The package manager repeats errors.
      if !found.contains(error) { found.append(error) }
    }
    if !found.isEmpty { return found.sortedByLocation() }
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

  /// The files with errors, for the excerpts of messages.
  public var sources: [String: SourceFile] {
    var files: [String: SourceFile] = [:]
    for path in Set(diagnostics.map(\.location.file)) {
      let data = FileManager.default.contents(atPath: "\(package)/\(path)") ?? Data()
      files[path] = SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }
    return files
  }
}

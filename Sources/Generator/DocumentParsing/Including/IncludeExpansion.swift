import DocgenGround

/// Collects the lines of a document and of the files that it includes.
struct IncludeExpansion {
  /// Returns what is at a path below the root.
  typealias Finding = (String) -> ExpandedDocument.Found

  /// The most lines of a document; a file that includes another twice doubles them.
  private static let maximumCount = 100_000

  private(set) var lines: [String] = []
  private(set) var origins: [LineOrigins.Origin] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let document: SourceFile

  init(of document: SourceFile, finding find: Finding) {
    self.document = document
    let all = document.lines.enumerated().map { (text: $1, number: $0 + 1) }
    add(all, of: document.path, after: "", within: [], finding: find)
  }

  /// Adds lines of a file.
  ///
  /// - Parameters:
  ///   - indentation: the text before the lines that include the file.
  ///   - including: the files that include it.
  private mutating func add(
    _ added: [(text: Substring, number: Int)], of path: String, after indentation: Substring,
    within including: [String], finding find: Finding
  ) {
    for line in added {
      var origin = LineOrigins.Origin(
        file: path, line: line.number, column: -indentation.utf8.count)
      if let (text, prefix) = IncludeLine.unescaped(line.text) {
        origin.column += 1
        add(indentation + prefix + text, at: origin)
      } else if let include = IncludeLine(line.text) {
        do throws(Problem) {
          let content = try content(of: include, within: including + [path], finding: find)
          add(
            content.lines, of: content.path, after: indentation + include.prefix,
            within: including + [path], finding: find)
        } catch {
          let range = include.range(onLine: lines.count + 1, after: indentation)
          diagnostics.append(
            Diagnostic(error.message, at: SourceLocation(file: document.path, range: range)))
          add(indentation + include.prefix, at: origin)
        }
      } else {
        add(indentation + line.text, at: origin)
      }
    }
  }

  private mutating func add(_ text: Substring, at origin: LineOrigins.Origin) {
    lines.append(String(text))
    origins.append(origin)
  }

  private struct Problem: Error {
    let message: Diagnostic.Message
  }

  /// Returns the lines that replace an include, and the path of their file.
  ///
  /// - Parameter including: the file that has the include, after those that include it.
  private func content(
    of include: IncludeLine, within including: [String], finding find: Finding
  ) throws(Problem) -> (path: String, lines: [(text: Substring, number: Int)]) {
    // As in mdBook from the file's folder, as in MkDocs from the root.
    let folder = including[including.count - 1].split(separator: "/").dropLast()
    let candidates = [folder, []].compactMap { Self.path(include.path, from: $0) }
    for candidate in candidates {
      switch find(candidate) {
      case .nothing: continue
      case .outside: throw Problem(message: .includeLeavesRoot(include.path))
      case .file(let found):
        if including.contains(found.path) {
          let way = including.drop { $0 != found.path } + [found.path]
          throw Problem(message: .includeInCircle(include.path, way: Array(way)))
        }
        guard let part = IncludeMark.lines(of: found, part: include.part) else {
          throw Problem(message: .missingPart(include.part, of: found))
        }
        if lines.count + part.count > Self.maximumCount {
          throw Problem(message: .tooManyLines(Self.maximumCount))
        }
        return (found.path, part)
      }
    }
    throw Problem(
      message: candidates.isEmpty
        ? .includeLeavesRoot(include.path) : .missingInclude(include.path, tried: candidates))
  }

  /// Returns a path from a folder below the root; `nil` if it leads out of the root.
  private static func path(_ path: String, from folder: ArraySlice<Substring>) -> String? {
    var parts = path.hasPrefix("/") ? [] : Array(folder)
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}

extension Diagnostic.Message {
  fileprivate static func missingInclude(_ path: String, tried: [String]) -> Self {
    let paths = Set(tried).sorted().map { "'\($0)'" }.joined(separator: " or ")
    return Self(
      .invalidInclude,
      "there is no text file '\(path)' to include: not at \(paths); write its path from this file, "
        + "or from the site's folder")
  }

  fileprivate static func includeLeavesRoot(_ path: String) -> Self {
    Self(
      .pathLeavesRoot,
      "'\(path)' is no file of this site and isn't included; copy it into the site's folder")
  }

  fileprivate static func includeInCircle(_ path: String, way: [String]) -> Self {
    Self(
      .invalidInclude,
      "'\(path)' would include itself: \(way.joined(separator: " → ")); remove one of these lines")
  }

  fileprivate static func missingPart(_ part: IncludeLine.Part, of file: SourceFile) -> Self {
    guard case .anchor(let name) = part else {
      let count = file.lines.count - (file.lines.last?.isEmpty == true ? 1 : 0)
      return Self(
        .invalidInclude,
        "'\(file.path)' has \(count.counting("line")); include some of them")
    }
    let names = IncludeMark.names(in: file).map { "'\($0)'" }.joined(separator: ", ")
    let way =
      names.isEmpty
      ? "mark its lines with 'ANCHOR: \(name)' and 'ANCHOR_END: \(name)'" : "it has \(names)"
    return Self(.invalidInclude, "'\(file.path)' has no anchor '\(name)'; \(way)")
  }

  fileprivate static func tooManyLines(_ count: Int) -> Self {
    Self(
      .invalidInclude, "with this file the page would have more than \(count) lines; include less")
  }
}

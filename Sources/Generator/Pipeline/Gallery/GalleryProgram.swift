public import DocgenGround

/// A program of `Samples` with a title, to be listed, run and exported by its name.
public struct GalleryProgram: Sendable, Hashable {
  /// The name, such as `sign-in-with-code` for `SignInWithCode.swift`.
  public let name: String
  /// The title.
  public let title: String
  /// What the program shows, in a sentence; empty if its header doesn't say.
  public let summary: String
  /// The tags.
  public let tags: [String]
  /// The file below the site's root.
  public var path: String { file.path }

  /// The file.
  public let file: SourceFile
  /// The name of the file without `.swift`.
  let fileName: String

  /// The program of a file, if the file begins with `// title: …`.
  ///
  /// The lines after it may be `// summary: …` and `// tags: …`, with commas between the tags.
  init?(_ file: SourceFile) {
    let header = Self.header(of: file)
    guard let title = header["title"], let name = file.path.split(separator: "/").last else {
      return nil
    }
    self.file = file
    self.title = title
    fileName = String(name.dropLast(".swift".count))
    self.name = Self.hyphenated(fileName)
    summary = header["summary"] ?? ""
    tags = (header["tags"] ?? "").split(separator: ",").map { $0.trimmed { $0 == " " } }
  }

  /// The values of the comments `// key: value` at a file's beginning.
  private static func header(of file: SourceFile) -> [String: String] {
    var values: [String: String] = [:]
    for line in file.lines {
      guard line.hasPrefix("// "), let colon = line.firstIndex(of: ":") else { break }
      let key = line[..<colon].dropFirst(3)
      let value = line[colon...].dropFirst().trimmed { $0 == " " }
      values[String(key), default: value] += ""
    }
    return values.filter { !$0.value.isEmpty }
  }

  /// `SignInWithCode` as `sign-in-with-code`.
  private static func hyphenated(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase, let last = result.last, last != "-" { result += "-" }
      result += character.lowercased()
    }
    return result
  }

  /// The modules that the program imports.
  var imports: [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 && words[0] == "import" ? String(words[1]) : nil
    }
  }
}

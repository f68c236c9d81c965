import DocgenDocModel
import DocgenGround

/// Reads `samples: {run: all, session: page, …}`.
struct SampleDefaultsReader {
  static let keys = ["language-mode", "prints", "run", "session", "setup", "warnings"]

  private(set) var defaults = SampleDefaults()
  /// The problems, each with its range.
  private(set) var problems: [(message: Diagnostic.Message, range: SourceRange)] = []

  private init() {}

  /// Reads the value of `samples`.
  init(_ node: YAMLNode) {
    guard let pairs = node.mapping else {
      problems.append(
        (.invalidDefaults("samples", expected: "keys with values, as in {run: all}"), node.range))
      return
    }
    for pair in pairs { read(pair) }
  }

  /// Reads the comments that replace front matter in a document that other tools read too, last first.
  ///
  /// Each is a line outside of code: `<!-- samples: {run: all} -->`.
  static func comments(in file: SourceFile) -> [SampleDefaultsReader] {
    guard file.text.contains(bytesOf: sign) else { return [] }
    var readers: [SampleDefaultsReader] = []
    var fenced = FencedLines()
    for (index, line) in file.lines.enumerated() where !fenced.contain(line) {
      guard line.hasPrefix(sign) else { continue }
      SampleDefaultsReader(comment: line.trimmed, line: index + 1).map { readers.append($0) }
    }
    return readers.reversed()
  }

  private static let sign = "<!-- samples:"

  private init?(comment: String, line: Int) {
    guard comment.hasSuffix("-->") else { return nil }
    // Spaces instead of the comment's signs, so that columns stay.
    let text = "    " + comment.dropFirst(4).dropLast(3)
    do {
      guard let root = try YAMLParser.parse(text, firstLine: line), let pairs = root.mapping,
        let node = pairs.first(where: { $0.key.text == "samples" })?.value
      else { return nil }
      self.init(node)
    } catch {
      self.init()
      problems = [(.malformedFrontMatter(error.message), SourceRange(at: error.position))]
    }
  }

  private mutating func read(_ pair: YAMLNode.Pair) {
    let key = pair.key.text ?? ""
    let value = pair.value.text ?? ""
    func expect(_ words: [String]) {
      if !words.contains(value) {
        let list = words.map { "'\($0)'" }.joined(separator: ", ")
        problems.append((.invalidDefaults(key, expected: "one of \(list)"), pair.value.range))
      }
    }
    switch key {
    case "run":
      expect(["all", "pages", "marked"])
      defaults.runsAll = ["all", "pages"].contains(value)
      defaults.runsComments = value != "pages"
    case "session":
      expect(SampleDefaults.Session.allCases.map(\.rawValue))
      defaults.session = SampleDefaults.Session(rawValue: value)
    case "prints":
      expect(["compare", "ignore"])
      defaults.comparesPrints = value == "compare"
    case "language-mode":
      expect(["5", "6"])
      defaults.languageMode = Int(value)
    case "warnings":
      expect(SampleDefaults.Warnings.allCases.map(\.rawValue))
      defaults.warnings = SampleDefaults.Warnings(rawValue: value)
    case "setup":
      if value.isEmpty {
        problems.append(
          (
            .invalidDefaults(key, expected: "the name of a file in 'Samples/setup'"),
            pair.value.range
          ))
      }
      defaults.setup = pair.value.text
    default:
      problems.append(
        (
          Diagnostic.Message(.invalidDefaults, .unknown("key", named: key, among: Self.keys)),
          pair.key.range
        ))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func invalidDefaults(_ key: String, expected: String) -> Self {
    Self(.invalidDefaults, "the value of '\(key)' must be \(expected)")
  }
}

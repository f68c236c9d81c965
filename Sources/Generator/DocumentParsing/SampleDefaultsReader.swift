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
      let wrong = UnexpectedValue(expected: "keys with values, as in {run: all}")
      problems.append((wrong.message(.invalidDefaults, of: "samples"), node.range))
      return
    }
    for pair in pairs {
      let key = pair.key.text ?? ""
      guard Self.keys.contains(key) else {
        let message = Diagnostic.Message(
          .invalidDefaults, .unknown("key", named: key, among: Self.keys))
        problems.append((message, pair.key.range))
        continue
      }
      do throws(UnexpectedValue) {
        try read(pair.value, of: key)
      } catch {
        problems.append((error.message(.invalidDefaults, of: key), pair.value.range))
      }
    }
  }

  /// Reads the comments that replace front matter in a document that other tools read too, last
  /// first.
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

  private mutating func read(_ value: YAMLNode, of key: String) throws(UnexpectedValue) {
    switch key {
    case "run":
      let blocks = try value.expectOne(of: ["all", "pages", "marked"])
      defaults.runsAll = blocks != "marked"
      defaults.runsComments = blocks != "pages"
    case "session":
      defaults.session = try value.expectCase(of: SampleDefaults.Session.self)
    case "prints":
      defaults.comparesPrints = try value.expectOne(of: ["compare", "ignore"]) == "compare"
    case "language-mode": defaults.languageMode = Int(try value.expectOne(of: ["5", "6"]))
    case "warnings":
      defaults.warnings = try value.expectCase(of: SampleDefaults.Warnings.self)
    case "setup":
      guard let name = value.text, !name.isEmpty else {
        throw UnexpectedValue(expected: "the name of a file in 'Samples/setup'")
      }
      defaults.setup = name
    default: break
    }
  }
}

public import DocgenGround

/// Code that the build compiles, and runs unless the author says otherwise.
public struct Sample: Sendable, Hashable {
  /// The language of the code.
  public enum Language: Sendable, Hashable {
    /// Swift, compiled and run in a separate process.
    case swift
    /// Shell, run against the servers of its page.
    case shell
  }

  /// The treatment of the code by the build.
  public enum Mode: Sendable, Hashable {
    /// Compile and run.
    case run
    /// Compile only.
    case compileOnly
  }

  /// The expected end of a run.
  public enum Expectation: Sendable, Hashable {
    /// With an exit status of 0.
    case success
    /// With this exit status.
    case exit(Int)
    /// With a trap or an uncaught error.
    case crash
    /// With an exit status of 0, after a warning of the compiler.
    case warning
    /// Not at all: the code must not compile.
    case compileError

    /// Whether the sample must fail.
    public var isFailure: Bool { self != .success && self != .warning }
  }

  /// A line of the code and its position in the file.
  public struct Line: Sendable, Hashable {
    /// The text without its line end.
    public var text: String
    /// The line in the file, counted from 1.
    public var number: Int
    /// The bytes of indentation that precede the text in the file but aren't part of the code.
    public var removedColumns: Int

    /// Creates a line.
    public init(text: String, number: Int, removedColumns: Int = 0) {
      self.text = text
      self.number = number
      self.removedColumns = removedColumns
    }

    /// Where its text is in the file.
    public var range: SourceRange {
      SourceRange(
        at: SourcePosition(line: number, column: removedColumns + 1), length: text.utf8.count)
    }
  }

  /// The output that the author expects.
  public struct ExpectedOutput: Sendable, Hashable {
    /// The lines, wildcards included.
    public var lines: [Line]
    /// The range of the block, for messages.
    public var range: SourceRange

    /// Creates the lines of an output block.
    public init(lines: [Line], range: SourceRange) {
      self.lines = lines
      self.range = range
    }
  }

  /// Code compiled before a sample, which readers don't see.
  public struct Setup: Sendable, Hashable {
    /// The path of its file, below the site's root.
    public var file: String
    /// The lines.
    public var lines: [String]

    /// Creates the code of a file.
    public init(file: String, lines: [String]) {
      self.file = file
      self.lines = lines
    }
  }

  /// Configuration for the run, such as a gateway's; the Lab reads it by its name.
  public struct Fixture: Sendable, Hashable {
    /// The name after `fixture=`.
    public var name: String
    /// The block's text.
    public var text: String
    /// The location of the block's first line of text.
    public var location: SourceLocation
    /// Whether the servers can't start with it.
    public var isBroken: Bool

    /// Creates a fixture.
    public init(name: String, text: String, location: SourceLocation, isBroken: Bool = false) {
      self.name = name
      self.text = text
      self.location = location
      self.isBroken = isBroken
    }
  }

  /// The name, unique in the site: the page and `id=`, or the page and the block's number.
  public var id: SampleID
  /// The language.
  public var language: Language
  /// The title shown above it, if any.
  public var title: String?
  /// The path of the file that the code is in.
  public var file: String
  /// The path of the file that its expectations are in: the page's, or that of a doc comment.
  public var document: String
  /// The range of the block, including fences.
  public var range: SourceRange
  /// The code.
  public var lines: [Line]
  /// The treatment by the build.
  public var mode: Mode
  /// The expected end of its run.
  public var expectation: Expectation
  /// The time limit of its run, in seconds.
  public var timeout: Int
  /// The output it must print; `nil` when the author expects none in particular.
  public var expectedOutput: ExpectedOutput?
  /// The lines that comments such as `// Prints "text"` announce, each at its comment's location;
  /// the output must contain them in this order.
  public var expectedPrints: [Line] = []
  /// The texts that the message of its expected failure, or the warning, must contain, one on each
  /// line.
  public var expectedError: ExpectedOutput?
  /// The name shared by the blocks of one program; `nil` for a separate program.
  public var session: String?
  /// The code compiled before it.
  public var setup: Setup?
  /// The language mode of the compiler.
  public var languageMode = 6
  /// The treatment of the compiler's warnings.
  public var warnings = SampleDefaults.Warnings.show
  /// Whether readers see neither its code nor its output.
  public var isHidden = false
  /// Whether one of its options is invalid, so that it isn't run.
  public var isInvalid = false
  /// Whether readers see only a part of its code, which its complete output wouldn't match.
  public var isPartlyShown = false
  /// The fixtures that its run may read.
  public var fixtures: [Fixture]

  /// Creates a sample.
  public init(
    id: SampleID, title: String? = nil, file: String, range: SourceRange, lines: [Line],
    mode: Mode = .run, expectation: Expectation = .success, timeout: Int = 10,
    fixtures: [Fixture] = [], language: Language = .swift
  ) {
    self.id = id
    self.language = language
    self.title = title
    self.file = file
    document = id.file
    self.range = range
    self.lines = lines
    self.mode = mode
    self.expectation = expectation
    self.timeout = timeout
    self.fixtures = fixtures
  }

  /// The code as one text.
  public var code: String {
    lines.map(\.text).joined(separator: "\n")
  }
}

extension SampleID {
  /// The identifier of the sample on its page.
  public var anchor: String { "sample-\(name)" }
}

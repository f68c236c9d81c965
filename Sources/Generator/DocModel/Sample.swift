public import Ground

/// A piece of code that the build compiles, and runs unless told otherwise.
public struct Sample: Sendable, Hashable {
  /// What the code is written in.
  public enum Language: Sendable, Hashable {
    /// Swift, compiled and run in a process of its own.
    case swift
    /// Shell, run against the servers of its page.
    case shell
  }

  /// What is done with the code.
  public enum Mode: Sendable, Hashable {
    /// Compile and run.
    case run
    /// Compile only.
    case compileOnly
  }

  /// How a run must end.
  public enum Expectation: Sendable, Hashable {
    /// With an exit status of 0.
    case success
    /// With this exit status.
    case exit(Int)
    /// With a trap, or an error that nobody catches.
    case crash
    /// Not at all: it does not compile.
    case compileError
  }

  /// One line of the code and where it stands in the author's file.
  public struct Line: Sendable, Hashable {
    /// The text, without its end.
    public var text: String
    /// The line in the file, counted from 1.
    public var number: Int
    /// How many bytes of indentation stand before it in the file, but not in the code.
    public var removedColumns: Int

    /// A line of code.
    public init(text: String, number: Int, removedColumns: Int = 0) {
      self.text = text
      self.number = number
      self.removedColumns = removedColumns
    }
  }

  /// The output the author promises.
  public struct ExpectedOutput: Sendable, Hashable {
    /// The lines, wildcards included.
    public var lines: [Line]
    /// The block, for messages.
    public var range: SourceRange

    /// The lines of an output block.
    public init(lines: [Line], range: SourceRange) {
      self.lines = lines
      self.range = range
    }
  }

  /// Code put in front of a sample, unseen by readers.
  public struct Setup: Sendable, Hashable {
    /// The file it comes from, below the site's root.
    public var file: String
    /// Its lines.
    public var lines: [String]

    /// The code of a file.
    public init(file: String, lines: [String]) {
      self.file = file
      self.lines = lines
    }
  }

  /// Configuration given to the run, such as a gateway's; the Lab reads it by its name.
  public struct Fixture: Sendable, Hashable {
    /// The word after `fixture=`.
    public var name: String
    /// The block's text.
    public var text: String
    /// Where the block's first line of text stands.
    public var location: SourceLocation
    /// Whether the servers can't be started with it.
    public var isBroken: Bool

    /// A named piece of configuration.
    public init(name: String, text: String, location: SourceLocation, isBroken: Bool = false) {
      self.name = name
      self.text = text
      self.location = location
      self.isBroken = isBroken
    }
  }

  /// The name that is unique in the site: the page and `id=`, or the page and the block's number.
  public var id: SampleID
  /// What it is written in.
  public var language: Language
  /// The title shown above it, if any.
  public var title: String?
  /// Where the code comes from.
  public var file: String
  /// The whole block, fences included.
  public var range: SourceRange
  /// The code.
  public var lines: [Line]
  /// What is done with it.
  public var mode: Mode
  /// How its run must end.
  public var expectation: Expectation
  /// The seconds after which its run is killed.
  public var timeout: Int
  /// What it must print; `nil` when the author promises nothing.
  public var expectedOutput: ExpectedOutput?
  /// What the message of its promised failure must contain, a text a line.
  public var expectedError: ExpectedOutput?
  /// The name that the blocks of one program share; `nil` for a program of its own.
  public var session: String?
  /// What is compiled in front of it.
  public var setup: Setup?
  /// Whether readers see neither its code nor its output.
  public var isHidden: Bool
  /// Whether readers see a part of its code only, which a whole output would not belong to.
  public var isPartlyShown: Bool
  /// What its run may read.
  public var fixtures: [Fixture]

  /// A sample with all its parts.
  public init(
    id: SampleID, title: String? = nil, file: String, range: SourceRange, lines: [Line],
    mode: Mode = .run, expectation: Expectation = .success, timeout: Int = 10,
    expectedOutput: ExpectedOutput? = nil, fixtures: [Fixture] = [], language: Language = .swift
  ) {
    self.id = id
    self.language = language
    self.title = title
    self.file = file
    self.range = range
    self.lines = lines
    self.mode = mode
    self.expectation = expectation
    self.timeout = timeout
    self.expectedOutput = expectedOutput
    self.fixtures = fixtures
    isHidden = false
    isPartlyShown = false
  }

  /// The code as one text.
  public var code: String {
    lines.map(\.text).joined(separator: "\n")
  }
}

/// A problem in the author's documents.
///
/// The project has no other problem type: stages return diagnostics with their results, and each
/// report format renders these values.
public struct Diagnostic: Sendable, Hashable, Codable {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, Codable, Comparable {
    /// A suggestion; never fails a build.
    case hint
    /// Probably a mistake; fails a build under `--strict`.
    case warning
    /// Fails the build.
    case error

    /// Orders hints before warnings, and warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .hint: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A problem without its location; written next to the check that emits it.
  public struct Message: Sendable, Hashable, Codable {
    /// The kind of problem.
    public var id: ID
    /// The severity.
    public var severity: Severity
    /// One lower-case line: quotes the author's text in single quotes, then names the way out.
    public let text: String

    /// Creates a message; line ends in the text, which are the author's, become spaces.
    public init(_ id: ID, _ severity: Severity, _ text: String) {
      self.id = id
      self.severity = severity
      self.text = text.onOneLine
    }

    /// Creates an error message.
    public init(_ id: ID, _ text: String) {
      self.init(id, .error, text)
    }
  }

  /// Another location or fact that explains the problem.
  public struct Note: Sendable, Hashable, Codable {
    /// The location; `nil` for a fact without one.
    public var location: SourceLocation?
    /// One line, or several for a diff or a program's output.
    public var text: String

    /// Creates a note, with or without a location.
    public init(_ text: String, at location: SourceLocation? = nil) {
      self.location = location
      self.text = text
    }
  }

  /// The message.
  public var message: Message
  /// The location of the problem.
  public var location: SourceLocation
  /// More locations and facts that explain the problem.
  public var notes: [Note]
  /// The sample whose compilation or run revealed the problem, if any.
  public var sample: SampleID?

  /// Creates a problem at a location.
  public init(_ message: Message, at location: SourceLocation, notes: [Note] = []) {
    self.message = message
    self.location = location
    self.notes = notes
  }

  /// The sample's name as the end of a message, ` (sample 'login')`.
  ///
  /// Includes the sample's page if the problem is in another file; empty without a sample.
  public var sampleSuffix: String {
    guard let sample else { return "" }
    return " (sample '\(sample.file == location.file ? sample.name : sample.description)')"
  }

  /// The kind of problem.
  public var id: ID { message.id }
  /// The severity.
  public var severity: Severity { message.severity }
}

extension [Diagnostic] {
  /// Whether any problem fails a build.
  public var containsError: Bool { contains { $0.severity == .error } }

  /// The first problem, whose message says how many there are; for one kind of problem on a page.
  public var asOne: [Diagnostic] {
    guard count > 1, var one = first else { return self }
    one.message = Diagnostic.Message(
      one.id, one.severity, "\(one.message.text) (\(count) times on this page)")
    return [one]
  }

  /// Returns the problems by file, line and column, then by text: the order of every report.
  public func sortedByLocation() -> [Diagnostic] {
    sorted { left, right in
      let start = SourcePosition(line: 0, column: 0)
      let leftStart = left.location.range?.start ?? start
      let rightStart = right.location.range?.start ?? start
      return (left.location.file, leftStart, left.message.text)
        < (right.location.file, rightStart, right.message.text)
    }
  }
}

/// The name of a sample: `guides/login.md#login` or `guides/login.md#3`.
public struct SampleID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// The file that contains the sample.
  public var file: String
  /// The author's `id=`, or the number of the block among the file's samples.
  public var name: String

  /// Creates a name from its parts.
  public init(file: String, name: String) {
    self.file = file
    self.name = name
  }

  /// `file#name`.
  public var description: String { "\(file)#\(name)" }

  /// Orders names alphabetically.
  public static func < (left: SampleID, right: SampleID) -> Bool {
    (left.file, left.name) < (right.file, right.name)
  }
}

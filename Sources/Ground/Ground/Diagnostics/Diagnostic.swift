/// One problem in the author's documents.
///
/// The only problem type of the project: stages return these beside their results, and each
/// report format renders these same values.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Comparable {
    /// Worth a look; never fails a build.
    case hint
    /// Probably a mistake; fails a build under `--strict`.
    case warning
    /// Fails the build.
    case error

    /// A hint is less than a warning, a warning less than an error.
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

  /// What is wrong, apart from where: written beside the check that emits it.
  public struct Message: Sendable, Hashable {
    /// Which kind of problem.
    public var id: ID
    /// How bad it is.
    public var severity: Severity
    /// One lower-case line: the author's text in single quotes, then the way out.
    public var text: String

    /// A message of a kind.
    public init(_ id: ID, _ severity: Severity, _ text: String) {
      self.id = id
      self.severity = severity
      self.text = text
    }

    /// An error.
    public init(_ id: ID, _ text: String) {
      self.init(id, .error, text)
    }
  }

  /// A further place or fact that explains the problem.
  public struct Note: Sendable, Hashable {
    /// Where; `nil` for a fact without a place.
    public var location: SourceLocation?
    /// What, in one line, or several for a difference or a program's output.
    public var text: String

    /// A note, at a place or without one.
    public init(_ text: String, at location: SourceLocation? = nil) {
      self.location = location
      self.text = text
    }
  }

  /// What is wrong.
  public var message: Message
  /// Where.
  public var location: SourceLocation
  /// What else helps to understand it.
  public var notes: [Note]
  /// The sample whose compilation or run showed it, if one did.
  public var sample: SampleID?

  /// A problem at a place.
  public init(_ message: Message, at location: SourceLocation, notes: [Note] = []) {
    self.message = message
    self.location = location
    self.notes = notes
  }

  /// The sample's name as messages end with it, ` (sample 'login')`, with its page when the problem
  /// stands in another file; empty without a sample.
  public var sampleSuffix: String {
    guard let sample else { return "" }
    return " (sample '\(sample.file == location.file ? sample.name : sample.description)')"
  }

  /// Which kind of problem.
  public var id: ID { message.id }
  /// How bad it is.
  public var severity: Severity { message.severity }
}

extension [Diagnostic] {
  /// Whether any of them fails a build.
  public var containsError: Bool { contains { $0.severity == .error } }

  /// By file, line and column, then by text; the order of every report.
  public func sortedByLocation() -> [Diagnostic] {
    sorted { left, right in
      let start = SourcePosition(line: 0, column: 0)
      let leftPlace = left.location.range?.start ?? start
      let rightPlace = right.location.range?.start ?? start
      return (left.location.file, leftPlace, left.message.text)
        < (right.location.file, rightPlace, right.message.text)
    }
  }
}

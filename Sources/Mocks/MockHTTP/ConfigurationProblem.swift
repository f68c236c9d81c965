/// A problem in a mock's configuration, and its position in the configuration's text.
public struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
  /// The effect of a problem on starting the mock.
  public enum Severity: String, Sendable, Hashable {
    /// The mock doesn't start.
    case refusal = "error"
    /// The mock starts, but some setting has another effect than its author expects.
    case warning
    /// The mock starts; the original server would write this to its log.
    case note
  }

  /// The line, counted from 1.
  public var line: Int
  /// The column, counted in UTF-8 bytes from 1.
  public var column: Int
  /// The problem and its solution; the original server's own message if it has one.
  public var message: String
  /// The effect on starting the mock.
  public var severity: Severity

  /// Creates a problem at a position.
  public init(line: Int, column: Int, message: String, severity: Severity = .refusal) {
    self.line = line
    self.column = column
    self.message = message
    self.severity = severity
  }

  /// `line:column: error: message`.
  public var description: String { "\(line):\(column): \(severity.rawValue): \(message)" }
}

/// A configuration that a mock refuses to start with.
public struct InvalidConfiguration: Error, Sendable, Hashable, CustomStringConvertible {
  /// All problems, including warnings and notes, in the order of the text.
  public var problems: [ConfigurationProblem]

  /// Creates an error from the problems of a configuration.
  public init(problems: [ConfigurationProblem]) {
    self.problems = problems
  }

  /// The problems, one per line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// One thing that is wrong with a mock's configuration, and where it stands in the text as written.
public struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
  /// What comes of it.
  public enum Severity: String, Sendable, Hashable {
    /// The mock does not start.
    case refusal = "error"
    /// The mock starts, and something will not be as the author thinks.
    case warning
    /// The mock starts; the original would say this in its log.
    case note
  }

  /// The line, counted from 1.
  public var line: Int
  /// The column, counted in UTF-8 bytes from 1.
  public var column: Int
  /// What is wrong and the way out; where the original has words of its own, these are its words.
  public var message: String
  /// What comes of it.
  public var severity: Severity

  /// A problem at a place.
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
  /// Everything that is wrong, warnings and notes included, in the order of the text.
  public var problems: [ConfigurationProblem]

  /// The problems of a configuration.
  public init(problems: [ConfigurationProblem]) {
    self.problems = problems
  }

  /// One problem a line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

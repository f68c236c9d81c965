public import Ground

/// What samples may refer to beyond their own page.
public struct SampleContext: Sendable {
  /// A problem that a fixture's owner found in its text.
  public struct FixtureProblem: Sendable, Hashable {
    /// The line within the fixture's text, from 1.
    public var line: Int
    /// The column within that line, in UTF-8 bytes from 1.
    public var column: Int
    /// What is wrong, as one lower-case clause.
    public var message: String
    /// How bad it is.
    public var severity: Diagnostic.Severity

    /// A problem at a place of the fixture's text.
    public init(line: Int, column: Int, message: String, severity: Diagnostic.Severity) {
      self.line = line
      self.column = column
      self.message = message
      self.severity = severity
    }
  }

  /// Finds the problems of a fixture's text.
  public typealias FixtureCheck = @Sendable (String) -> [FixtureProblem]

  /// The folder, below the site's root, of what `setup=` names.
  public static let setupFolder = "Samples/setup"

  /// The fixtures that `fixture=` may name, each with the check its owner makes.
  public var fixtures: [String: FixtureCheck]
  /// The files that `file=` may show, by their path below the site's root.
  public var sampleFiles: [String: SourceFile]

  /// What samples may refer to; nothing unless told.
  public init(
    fixtures: [String: FixtureCheck] = [:], sampleFiles: [String: SourceFile] = [:]
  ) {
    self.fixtures = fixtures
    self.sampleFiles = sampleFiles
  }
}

public import DocgenDocModel
public import DocgenGround

/// The fixtures and files that samples may refer to beyond their own page.
public struct SampleContext: Sendable {
  /// A problem in a fixture's text.
  public struct FixtureProblem: Sendable, Hashable {
    /// The line within the fixture's text, from 1.
    public var line: Int
    /// The column within that line, in UTF-8 bytes from 1.
    public var column: Int
    /// The problem, as one lower-case clause.
    public var message: String
    /// The severity.
    public var severity: Diagnostic.Severity

    /// Creates a problem.
    public init(line: Int, column: Int, message: String, severity: Diagnostic.Severity) {
      self.line = line
      self.column = column
      self.message = message
      self.severity = severity
    }
  }

  /// Returns the problems of a fixture's text.
  public typealias FixtureCheck = @Sendable (String) -> [FixtureProblem]

  /// The folder of the files that `setup=` names, below the site's root.
  public static let setupFolder = "Samples/setup"
  /// The folder of the programs that DocC's `@Snippet` shows, below the package's root.
  public static let snippetFolder = "Snippets"
  /// The most bytes of a file that a page can show.
  static let largestFile = 1_000_000

  /// The fixtures that `fixture=` may name, each with the check of its text.
  public var fixtures: [String: FixtureCheck]
  /// The files that `file=` may show, by path below the site's root.
  public var sampleFiles: [String: SourceFile]
  /// The defaults of Swift blocks, for what neither fence nor page sets.
  public var defaults: SampleDefaults

  /// Creates a context, by default an empty one.
  public init(
    fixtures: [String: FixtureCheck] = [:], sampleFiles: [SourceFile] = [],
    defaults: SampleDefaults = SampleDefaults()
  ) {
    self.fixtures = fixtures
    self.sampleFiles = Dictionary(
      sampleFiles.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    self.defaults = defaults
  }
}

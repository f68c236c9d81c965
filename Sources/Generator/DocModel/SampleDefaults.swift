/// What the Swift blocks of a page are when their fences don't say, from `samples` in its front
/// matter or in `site.yml`.
public struct SampleDefaults: Sendable, Hashable, Codable {
  /// The blocks that form one program.
  public enum Session: String, Sendable, Hashable, Codable, CaseIterable {
    /// All blocks of a page.
    case page
    /// The blocks between two headings of the first or second level.
    case section
    /// Each block by itself.
    case none
  }

  /// The treatment of the compiler's warnings.
  public enum Warnings: String, Sendable, Hashable, Codable, CaseIterable {
    /// A warning is an error.
    case error
    /// A warning is reported.
    case show
    /// A warning is reported unless it is about an unused value, as examples often have it.
    case used
    /// Warnings are dropped.
    case off
  }

  /// Whether every Swift block is run, or only those marked.
  public var runsAll: Bool?
  /// Whether `runsAll` is also about the examples of doc comments.
  public var runsComments: Bool?
  /// The blocks that form one program.
  public var session: Session?
  /// Whether a comment such as `// Prints "text"` is compared with the output.
  public var comparesPrints: Bool?
  /// The language mode of the compiler, 5 or 6.
  public var languageMode: Int?
  /// The treatment of the compiler's warnings.
  public var warnings: Warnings?
  /// The name of the file in `Samples/setup` that each program begins with.
  public var setup: String?

  /// Creates defaults that set nothing.
  public init() {}

  /// Returns these defaults, with those of the site for what they don't set.
  public func completed(by site: SampleDefaults) -> SampleDefaults {
    var result = self
    result.runsAll = runsAll ?? site.runsAll
    result.runsComments = runsComments ?? site.runsComments
    result.session = session ?? site.session
    result.comparesPrints = comparesPrints ?? site.comparesPrints
    result.languageMode = languageMode ?? site.languageMode
    result.warnings = warnings ?? site.warnings
    result.setup = setup ?? site.setup
    return result
  }
}

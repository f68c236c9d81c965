import DocgenJSON
public import DocgenMockHTTP

/// A provider's configuration: its issuers, each at a path of the one port.
public struct ProviderConfiguration: Sendable {
  /// The issuers by their path: `/`, or `/name` without a slash at the end.
  ///
  /// `/*` is a template: any first path segment that belongs to no other issuer becomes a separate
  /// issuer, created from the template on its first request.
  public var issuers: [String: IssuerConfiguration]

  /// Creates a provider's configuration.
  public init(issuers: [String: IssuerConfiguration]) { self.issuers = issuers }

  /// Parses a configuration in JSON: `{"issuers": {"/": {…}}}`, with the key names of
  /// OpenID Connect Dynamic Client Registration 1.0.
  ///
  /// docgen's page on the mock provider lists an issuer's keys.
  ///
  /// - Throws: `InvalidConfiguration` with all problems; an unknown key is one.
  public init(parsing text: String) throws(InvalidConfiguration) {
    let (configuration, problems) = Self.read(text)
    guard problems.isEmpty, let configuration else {
      throw InvalidConfiguration(problems: problems)
    }
    self = configuration
  }

  /// Returns all problems of a configuration in JSON, in the order of the text; none if it is
  /// valid.
  public static func check(_ text: String) -> [ConfigurationProblem] {
    read(text).problems
  }

  private static func read(
    _ text: String
  ) -> (configuration: ProviderConfiguration?, problems: [ConfigurationProblem]) {
    do {
      let (json, positions) = try JSONParser.parseWithPositions(text)
      let problems = ConfigurationProblems(positions: positions)
      let configuration = ProviderConfiguration(ConfigurationValue(json, problems: problems))
      problems.reportRepeatedKeys()
      return (
        configuration, problems.all.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
      )
    } catch {
      let problem = ConfigurationProblem(
        line: error.line, column: error.column, message: error.message)
      return (nil, [problem])
    }
  }

  private init?(_ value: ConfigurationValue) {
    guard let section = value.section("the configuration", keys: ["issuers"]) else { return nil }
    guard let listed = section["issuers"] else {
      section.report("the configuration needs 'issuers'")
      return nil
    }
    guard let members = listed.section() else { return nil }
    if members.object.isEmpty { listed.report("'issuers' names no issuer") }
    issuers = [:]
    for path in members.object.keys {
      if let message = Self.problem(ofPath: path) { members[path]?.reportAtKey(message) }
      issuers[path] = members[path].flatMap { IssuerConfiguration($0) }
    }
  }

  /// Returns why a text can't be an issuer's path; `nil` when it can.
  static func problem(ofPath path: String) -> String? {
    if path == template { return nil }
    if !path.hasPrefix("/") { return "an issuer's path begins with '/', '\(path)' does not" }
    if path != "/", path.hasSuffix("/") { return "an issuer's path does not end with '/'" }
    if path != "/", !isPath(path) {
      return "an issuer's path consists of letters, digits and '-._~' between single slashes"
    }
    if path.hasPrefix("/.well-known") { return "an issuer's path cannot be below '/.well-known'" }
    return nil
  }

  /// The key of an issuer that is created for any first path segment.
  static let template = "/*"

  /// Returns whether a text is `/` and segments of unreserved characters between single slashes.
  static func isPath(_ path: String) -> Bool {
    let segments = /(\/[-._~A-Za-z0-9]+)+\/?/.matchingSemantics(.unicodeScalar)
    return path.wholeMatch(of: segments) != nil
      && !path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

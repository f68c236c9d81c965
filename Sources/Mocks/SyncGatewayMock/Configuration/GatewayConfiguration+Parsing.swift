import DocgenJSON
public import DocgenMockHTTP

extension GatewayConfiguration {
  /// Parses a configuration.
  ///
  /// - Parameters:
  ///   - text: the text of a configuration file; it may contain back-quoted strings.
  ///   - profile: the release whose rules apply.
  /// - Throws: `InvalidConfiguration` with all problems, if Sync Gateway would not start.
  public init(_ text: String, profile: Profile = .v1_5) throws(InvalidConfiguration) {
    let (configuration, problems) = Self.read(text, profile: profile)
    guard let configuration, !problems.contains(where: { $0.severity == .refusal }) else {
      throw InvalidConfiguration(problems: problems)
    }
    self = configuration
  }

  /// Returns all problems of a configuration, in the order of the text; none if it is valid.
  ///
  /// After a syntax error there are no other problems, because the rest can't be parsed.
  public static func check(
    _ text: String, profile: Profile = .v1_5
  ) -> [ConfigurationProblem] {
    read(text, profile: profile).problems
  }

  private static func read(
    _ text: String, profile: Profile
  ) -> (configuration: GatewayConfiguration?, problems: [ConfigurationProblem]) {
    let text = BackQuotedText(text)
    do {
      let (value, positions) = try JSONParser.parseWithPositions(text.json)
      var reader = ConfigurationReader(text: text, positions: positions, profile: profile)
      let configuration = reader.configuration(value)
      reader.reportRepeatedKeys()
      let problems = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
      return (configuration, problems)
    } catch {
      let position = text.original(line: error.line, column: error.column)
      let hint = error.message.contains("found '/'") ? "; JSON has no comments" : ""
      let problem = ConfigurationProblem(
        line: position.line, column: position.column, message: error.message + hint)
      return (nil, [problem])
    }
  }
}

extension ConfigurationReader {
  mutating func configuration(_ value: JSONValue) -> GatewayConfiguration? {
    guard let object = value.object else {
      report("a configuration must be an object, not \(value.kind)", atValue: [])
      return nil
    }
    let server = Section(object: object, path: [])
    reportUnknownKeys(in: server, known: .server)
    reportNotImitated(in: server, known: .server)
    let databases = named("databases", in: server).map { database($0.name, in: $0.section) }
    return GatewayConfiguration(
      interface: string("interface", in: server) ?? ":4984",
      adminInterface: string("adminInterface", in: server) ?? "127.0.0.1:4985",
      cors: section("CORS", in: server).map { cors(in: $0) },
      hidesProductVersion: bool("hide_product_version", in: sectionSince2_0(server)) ?? false,
      compressesResponses: bool("compressResponses", in: server) ?? true,
      maxHeartbeat: integer("maxHeartbeat", in: server) ?? 0,
      databases: databases, json: object)
  }

  private mutating func cors(in section: Section) -> GatewayConfiguration.CORS {
    reportUnknownKeys(in: section, known: .cors)
    return GatewayConfiguration.CORS(
      origins: strings("Origin", in: section) ?? [],
      loginOrigins: strings("LoginOrigin", in: section) ?? [],
      headers: strings("Headers", in: section) ?? [],
      maxAge: integer("MaxAge", in: section) ?? 0)
  }

  /// Warns of keys that enable something this mock doesn't implement.
  mutating func reportNotImitated(in section: Section, known: ConfigurationKeys) {
    for name in known.notImitated {
      guard let member = section.member(name), member.value != .null else { continue }
      report("'\(name)' has no effect in this mock", atKey: member.path, severity: .warning)
    }
  }
}

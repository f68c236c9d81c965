import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import DocgenMockHTTP

/// Runs the commands that a provider's controls receive as requests.
struct ControlCommands: Sendable {
  let provider: OpenIDProvider
  let clock: (any MovableClock)?
  let token: String

  /// The mistakes in a request, one per line.
  struct CommandError: Error {
    let text: String
    var status = 400
  }

  /// A parsed request.
  struct Command {
    let method: String
    /// The path's segments, decoded.
    let segments: [String]
    let query: Parameters
    let body: String

    /// The issuer's path.
    var issuer: String { query["issuer"] ?? "/" }
    /// The method and the first path segment: `PUT users`.
    var name: String { "\(method) \(segments.first ?? "")" }
    /// The second path segment; empty if there is none.
    var subject: String { segments.count > 1 ? segments[1] : "" }
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard !request.hasForeignOrigin, request.namesAnAddress else {
      return .plain(403, text: "Not from a web page.\n")
    }
    guard EndpointRequest(request).credentials(scheme: "Bearer")?.isExactly(token) == true else {
      var refusal = HTTPResponse.plain(
        401, text: "Send the token of the controls: 'Authorization: Bearer TOKEN'.\n")
      refusal.headers["WWW-Authenticate"] = "Bearer"
      return refusal
    }
    let command = Command(
      method: request.method,
      segments: request.path.split(separator: "/").map { PercentDecoding.decodeSegment($0) },
      query: Parameters(request.query ?? ""), body: request.bodyText)
    do {
      let response = try await run(command)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        text: response.serialized() + "\n")
    } catch let mistake as CommandError {
      return .plain(mistake.status, text: mistake.text + "\n")
    } catch {
      return .plain(400, text: "\(error)\n")
    }
  }

  private func run(_ command: Command) async throws -> JSONValue {
    if let response = try await runUserCommand(command) { return response }
    if let response = try await runConfigurationCommand(command) { return response }
    if let response = try await runLogCommand(command) { return response }
    if let response = try await runQueueCommand(command) { return response }
    if let response = try await runScenarioCommand(command) { return response }
    throw CommandError(
      text: "there is no '\(command.method) /\(command.segments.joined(separator: "/"))' among the "
        + "controls")
  }

  /// Reads a value from the body, in the form of a configuration, and throws all its problems.
  func read<Value>(
    _ command: Command, _ read: (ConfigurationValue) -> Value?
  ) throws -> Value {
    let (json, positions) = try JSONParser.parseWithPositions(command.body)
    let problems = ConfigurationProblems(positions: positions)
    let value = read(ConfigurationValue(json, problems: problems))
    guard problems.all.isEmpty, let value else {
      throw InvalidConfiguration(problems: problems.all)
    }
    return value
  }
}

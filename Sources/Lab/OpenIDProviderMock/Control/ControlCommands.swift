import HTTPServer
import JSON
import LabEnvironment

/// What requests to a provider's controls do.
struct ControlCommands: Sendable {
  let provider: OpenIDProvider
  let clock: ManualClock?

  private struct Mistake: Error {
    let text: String
  }

  /// The words for changes of keys.
  private enum KeyWord: String, CaseIterable {
    case rotate, replace, publish
    case rotateBeforePublishing = "rotate-before-publishing"
    case retireOld = "retire-old"
    case leaveOutKeyIDs = "leave-out-key-ids"

    var change: KeyChange {
      switch self {
      case .rotate: .rotate(keepingOld: true)
      case .replace: .rotate(keepingOld: false)
      case .publish: .publish
      case .rotateBeforePublishing: .rotateBeforePublishing
      case .retireOld: .retireOld
      case .leaveOutKeyIDs: .leaveOutKeyIDs
      }
    }
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A page of the web can send simple requests anywhere, but not without this header.
    guard request.headers["Origin"] == nil else { return Self.text(403, "Not from a web page.\n") }
    do {
      let answer = try await run(request)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        text: answer.serialized() + "\n")
    } catch let mistake as Mistake {
      return Self.text(400, mistake.text + "\n")
    } catch {
      return Self.text(400, "\(error)\n")
    }
  }

  private static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], text: text)
  }

  private func run(_ request: HTTPRequest) async throws -> JSONValue {
    let query = Parameters(request.query ?? "")
    let issuer = query["issuer"] ?? "/"
    switch (request.method, request.path) {
    case ("POST", "/decisions"):
      let users = try await provider.usernames(issuer: issuer)
      let decision = try Self.read(request) { UserDecision($0, at: [], users: users, with: &$1) }
      try await provider.queue(decision, issuer: issuer)
    case ("POST", "/faults"):
      let fault = try Self.read(request) { PlannedFault($0, at: [], with: &$1) }
      try await provider.plan([fault], at: issuer)
    case ("PUT", "/claims"):
      let claims = try Self.read(request) { $1.object($0, named: "the claims", at: []) }
      try await provider.setClaims(claims, of: query["user"] ?? "", issuer: issuer)
    case ("POST", "/keys"):
      guard let word = KeyWord(rawValue: query["change"] ?? "") else {
        let known = KeyWord.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(text: "'change' must be one of \(known)")
      }
      try await provider.changeKeys(word.change, issuer: issuer)
    case ("POST", "/logout"):
      try await provider.logOut(query["user"] ?? "", issuer: issuer)
    case ("POST", "/clock"):
      guard let clock else { throw Mistake(text: "this provider's clock cannot be moved") }
      guard let seconds = query["advance"].flatMap({ Int($0) }),
        (0...3_155_760_000).contains(seconds)
      else { throw Mistake(text: "'advance' must be a whole number of seconds") }
      clock.advance(by: .seconds(seconds))
    case ("DELETE", "/requests"):
      await provider.clearLog()
    case ("GET", "/requests"):
      return ["requests": .array(await provider.requests.map(\.json))]
    case ("GET", "/coverage"):
      return ["coverage": .string(await provider.coverage.description)]
    default:
      throw Mistake(text: "there is no '\(request.method) \(request.path)' among the controls")
    }
    return [:]
  }

  /// A value of the body, in the form of a configuration, with all its mistakes.
  private static func read<Value>(
    _ request: HTTPRequest, _ read: (JSONValue, inout ConfigurationReader) -> Value?
  ) throws -> Value {
    let (value, positions) = try JSONParser.parseWithPositions(request.bodyText)
    var reader = ConfigurationReader(positions: positions)
    let result = read(value, &reader)
    guard reader.problems.isEmpty, let result else {
      throw InvalidConfiguration(problems: reader.problems)
    }
    return result
  }
}

extension LoggedRequest {
  fileprivate var json: JSONValue {
    let pairs = { (parameters: [Parameter]) -> JSONValue in
      .object(JSONObject(parameters.map { (key: $0.name, value: JSONValue.string($0.value)) }))
    }
    return [
      "method": .string(method), "path": .string(path),
      "issuer": issuer.map(JSONValue.string) ?? .null,
      "endpoint": endpoint.map { .string($0.name) } ?? .null, "parameters": pairs(parameters),
      "status": .integer(status), "answer": pairs(answer),
      "error": error.map(JSONValue.string) ?? .null, "faults": .strings(faults),
      "allowances": .strings(allowances), "scripted": .bool(isScripted),
    ]
  }
}

import DocgenClocks
import DocgenJSON
import OpenIDProviderMock

/// One command, as a JSON object; `issuer` names another issuer than the one at `/`.
///
///     {"inject": "expired"}                         the next ID token is wrong
///     {"conformance": "sig-none"}                   one of the 24 faults of the relying-party tests
///     {"answer": "/userinfo", "member": "sub", "value": "x"}
///     {"answer": "/token", "status": 503}           the next answer of an endpoint is wrong
///     {"keys": "rotate"}                            the signing keys change
///     {"advance": 3600}                             the clock goes ahead
///     {"queue": ["alice", null]}                    what the next users do; null refuses
///     {"claims": "alice", "value": {…}}             what is told about a user
///     {"requests": true}                            what has been asked so far
struct Command {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private let members: JSONObject

  init(_ line: String) throws {
    guard let members = try JSONParser.parse(line).object else {
      throw Mistake(description: "a command is a JSON object")
    }
    self.members = members
  }

  private var issuer: String { members["issuer"]?.string ?? "/" }

  func run(on provider: OpenIDProvider, clock: AdvancingClock) async throws -> JSONValue {
    if let name = members["inject"]?.string {
      try await provider.inject(Self.known(IDTokenFault(rawValue: name), name), issuer: issuer)
    } else if let name = members["conformance"]?.string {
      try await provider.inject(
        conformance: Self.known(ConformanceFault(rawValue: name), name), issuer: issuer)
    } else if let path = members["answer"]?.string {
      try await provider.inject(
        answerFault(), into: Self.known(Endpoint.allCases.first { $0.path == path }, path),
        times: members["times"]?.integer ?? 1, issuer: issuer)
    } else if let name = members["keys"]?.string {
      try await provider.changeKeys(Self.known(Self.keyChanges[name], name), issuer: issuer)
    } else if let seconds = members["advance"]?.integer {
      clock.advance(by: .seconds(seconds))
    } else if let users = members["queue"]?.array {
      for user in users {
        let decision = user.string.map { UserDecision.approve(username: $0) } ?? .deny
        try await provider.queue(decision, issuer: issuer)
      }
    } else if let name = members["claims"]?.string, let claims = members["value"]?.object {
      try await provider.setClaims(claims, of: name, issuer: issuer)
    } else if members["requests"] != nil {
      return ["requests": .array(await provider.requests.map(Self.json))]
    } else {
      throw Mistake(description: "unknown command \(JSONValue.object(members).serialized())")
    }
    return [:]
  }

  private static let keyChanges: [String: KeyChange] = [
    "rotate": .rotate(keepingOld: true), "replace": .rotate(keepingOld: false),
    "rotate-before-publishing": .rotateBeforePublishing, "publish": .publish,
    "retire-old": .retireOld, "leave-out-key-ids": .leaveOutKeyIDs,
  ]

  private func answerFault() throws -> ResponseFault {
    if let member = members["member"]?.string { return .member(member, members["value"]) }
    if let status = members["status"]?.integer { return .status(status) }
    if let body = members["body"]?.string {
      return .replaced(status: 200, contentType: "application/json", body: body)
    }
    if members["truncated"] != nil { return .truncated }
    throw Mistake(description: "how is the answer to be wrong?")
  }

  private static func known<Value>(_ value: Value?, _ name: String) throws -> Value {
    guard let value else { throw Mistake(description: "'\(name)' is not known") }
    return value
  }

  private static func json(_ request: LoggedRequest) -> JSONValue {
    let parameters = request.parameters.map { (key: $0.name, value: JSONValue.string($0.value)) }
    return [
      "method": .string(request.method), "path": .string(request.path),
      "parameters": .object(JSONObject(parameters)), "status": .integer(request.status),
      "error": request.error.map(JSONValue.string) ?? .null,
      "faults": .array(request.faults.map(JSONValue.string)),
    ]
  }
}

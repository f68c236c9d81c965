import DocgenClocks
import DocgenJSON
import DocgenMockHTTP

/// Commands for the log: reading and clearing it, and comparing it with expectations.
extension ControlCommands {
  func runLogCommand(_ command: Command) async throws -> JSONValue? {
    switch command.name {
    case "GET requests":
      return ["requests": .array(await provider.requests.map(\.json))]
    case "DELETE requests":
      await provider.clearLog()
    case "POST expect":
      try await expect(command)
    case "DELETE coverage":
      await provider.clearCoverage()
    case "GET coverage":
      return ["coverage": .string(await provider.coverage.description)]
    default:
      return nil
    }
    return [:]
  }

  private func expect(_ command: Command) async throws {
    let keys = ["count", "endpoint", "issuer", "method", "parameters", "status", "error"]
    let (count, pattern) = try read(command) { value -> (Int, EndpointPattern)? in
      guard let section = value.section("an expectation", keys: keys) else { return nil }
      if section["count"] == nil { section.report("an expectation needs 'count'") }
      let count = section["count"]?.integer(in: 0...10_000) ?? 0
      let sent = section.object["parameters"]?.object?.members ?? []
      return (
        count,
        EndpointPattern(
          section["endpoint"]?.word(), issuer: section["issuer"]?.string(),
          method: section["method"]?.string(),
          parameters: Dictionary(sent.map { ($0.key, $0.value.text) }) { first, _ in first },
          status: section["status"]?.integer(in: 0...599), error: section["error"]?.string())
      )
    }
    do {
      try await provider.expect(count: count, pattern)
    } catch let failure as UnexpectedRequests {
      throw CommandError(text: failure.description, status: 409)
    }
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
      "endpoint": endpoint.map { .string($0.rawValue) } ?? .null, "parameters": pairs(parameters),
      "status": .integer(status), "answer": pairs(responseParameters),
      "error": error.map(JSONValue.string) ?? .null, "faults": .strings(faults),
      "allowances": .strings(allowances), "sender": .string(sender.rawValue),
    ]
  }
}

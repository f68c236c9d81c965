import DocgenJSON
import DocgenMockHTTP

/// Commands for what happens next: decisions, faults and values.
extension ControlCommands {
  func runQueueCommand(_ command: Command) async throws -> JSONValue? {
    let issuer = command.issuer
    switch command.name {
    case "GET decisions":
      let decisions = try await provider.queuedDecisions(issuer: issuer)
      return ["decisions": .array(decisions.map(\.json))]
    case "POST decisions":
      let users = try await provider.users(issuer: issuer).map(\.username)
      let decisions = try readOneOrMore(command) { UserDecision($0, users: users) }
      try await provider.queue(decisions, at: issuer)
    case "DELETE decisions":
      try await provider.cancelDecisions(issuer: issuer)
    case "GET faults":
      let faults = try await provider.waitingFaults(issuer: issuer)
      return ["faults": .array(faults.map(\.json))]
    case "POST faults":
      let faults = try readOneOrMore(command) { PlannedFault($0) }
      try await provider.plan(faults, at: issuer)
    case "DELETE faults":
      try await provider.cancelFaults(issuer: issuer)
    case "POST values":
      let values = try read(command) { $0.strings() }
      try await provider.queueValues(values, at: issuer)
    case "DELETE values":
      try await provider.cancelValues(issuer: issuer)
    default:
      return nil
    }
    return [:]
  }

  /// Reads a value, or an array of them as in a configuration.
  private func readOneOrMore<Value>(
    _ command: Command, _ read: (ConfigurationValue) -> Value?
  ) throws -> [Value] {
    try self.read(command) { value in
      value.json.array == nil ? read(value).map { [$0] } : value.elements().compactMap(read)
    }
  }
}

import DocgenClocks
import DocgenJSON

/// Commands for keys and time.
extension ControlCommands {
  /// The names of key changes in requests.
  private enum KeyChangeName: String, CaseIterable {
    case rotate, replace, announce, publish
    case rotateBeforePublishing = "rotate-before-publishing"
    case retireOld = "retire-old"
    case leaveOutKeyIDs = "leave-out-key-ids"

    var change: KeyChange {
      switch self {
      case .rotate: .rotate(keepingOld: true)
      case .replace: .rotate(keepingOld: false)
      case .announce: .announce
      case .publish: .publish
      case .rotateBeforePublishing: .rotateBeforePublishing
      case .retireOld: .retireOld
      case .leaveOutKeyIDs: .leaveOutKeyIDs
      }
    }
  }

  func runScenarioCommand(_ command: Command) async throws -> JSONValue? {
    let issuer = command.issuer
    switch command.name {
    case "POST keys":
      guard let word = KeyChangeName(rawValue: command.query["change"] ?? "") else {
        let known = KeyChangeName.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(text: "'change' must be one of \(known)")
      }
      try await provider.changeKeys(word.change, issuer: issuer)
    case "POST clock":
      guard let clock else { throw CommandError(text: "this provider's clock cannot be moved") }
      guard let seconds = command.query["advance"].flatMap({ Int($0) }),
        (0...Lifetimes.century).contains(seconds)
      else { throw CommandError(text: "'advance' must be a whole number of seconds") }
      clock.advance(by: .seconds(seconds))
    default:
      return nil
    }
    return [:]
  }
}

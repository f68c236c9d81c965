public import MockHTTP

/// One request as the provider saw it and how it was answered; secrets and tokens are never in it.
public struct LoggedRequest: RecordedRequest, Equatable {
  /// One parameter of the query or the form, or one member of the answer.
  public struct Parameter: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value; `[redacted]` for passwords and secrets, `[sha256 …]` with the first eight
    /// digits of its hash for codes and tokens, so that equal ones can be recognised.
    public var value: String
  }

  /// The method.
  public var method: String
  /// The path, without the query.
  public var path: String
  /// The issuer's path; `nil` where no endpoint was found.
  public var issuer: String?
  /// The endpoint; `nil` where none was found.
  public var endpoint: Endpoint?
  /// The parameters of the query, then those of the form.
  public var parameters: [Parameter]
  /// The status of the answer; 0 when the connection was dropped instead.
  public var status: Int
  /// What the answer's redirect or JSON object held; nothing for discovery and keys.
  public var answer: [Parameter]
  /// The protocol error of the answer, such as `invalid_grant`; also one sent by redirect.
  public var error: String?
  /// What was wrong with the answer on purpose; a fault's raw value, where it has one.
  public var faults: [String]
  /// The issuer's switches, by their names in a configuration, without which the request would
  /// have been refused or less been given.
  public var allowances: [String]
  /// Who has sent it.
  public var sender: Sender

  /// Who sends requests.
  public enum Sender: String, Sendable {
    /// A client or a browser.
    case client
    /// A scripted user within the provider; no socket was involved.
    case script
  }

  /// Whether a scripted user sent it within the provider, and no socket was involved.
  public var isScripted: Bool { sender == .script }

  init(
    method: String, path: String, issuer: String?, endpoint: Endpoint? = nil,
    parameters: [Parameter], status: Int, answer: [Parameter] = [], error: String? = nil,
    faults: [String] = [], allowances: [String] = [], sender: Sender
  ) {
    self.method = method
    self.path = path
    self.issuer = issuer
    self.endpoint = endpoint
    self.parameters = parameters
    self.status = status
    self.answer = answer
    self.error = error
    self.faults = faults
    self.allowances = allowances
    self.sender = sender
  }

  /// The first value of a parameter.
  public subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension LoggedRequest: CustomStringConvertible {
  /// One line: `POST /token grant_type=refresh_token → 400 invalid_grant`.
  public var description: String {
    let sent = parameters.map { " \($0.name)=\($0.value)" }.joined()
    let outcome = status == 0 ? "dropped" : String(status)
    let notes = ([error].compactMap(\.self) + faults.map { "[\($0)]" }).map { " " + $0 }.joined()
    let by = isScripted ? " (scripted)" : ""
    return "\(method) \(path)\(sent) → \(outcome)\(notes)\(by)"
  }
}

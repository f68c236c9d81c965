public import DocgenMockHTTP

/// A request to the provider and its response, without secrets and tokens.
public struct LoggedRequest: RecordedRequest, Equatable {
  /// A parameter of the query or the form, or a member of the response.
  public struct Parameter: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value; `[redacted]` for passwords and secrets, `[sha256 …]` with the first eight digits
    /// of the hash for codes and tokens, so that equal values can be recognised.
    public var value: String
  }

  /// The method.
  public var method: String
  /// The path, without the query.
  public var path: String
  /// The issuer's path; `nil` when there is no such endpoint.
  public var issuer: String?
  /// The endpoint; `nil` when there is none.
  public var endpoint: Endpoint?
  /// The parameters of the query, then those of the form.
  public var parameters: [Parameter]
  /// The status of the response; 0 when the connection was dropped instead.
  public var status: Int
  /// The parameters of the response's redirect or JSON object; empty for discovery and keys.
  public var responseParameters: [Parameter] = []
  /// The protocol error in the response, such as `invalid_grant`, also in a redirect.
  public var error: String?
  /// The faults in the response; a fault's raw value, if it has one.
  public var faults: [String] = []
  /// The issuer's switches, by their names in a configuration, without which the request would have
  /// been refused or granted less.
  public var allowances: [String] = []
  /// The sender.
  public var sender: Sender

  /// The sender of a request.
  public enum Sender: String, Sendable {
    /// A client or a browser.
    case client
    /// A scripted user within the provider, without a socket.
    case script
    /// The provider itself; `path` is then the whole address.
    case provider
  }

  /// Returns the first value of a parameter.
  public subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension LoggedRequest: CustomStringConvertible {
  /// The same as `description`.
  public var line: String { description }

  /// One line: `POST /token grant_type=refresh_token → 400 invalid_grant`.
  public var description: String {
    let sent = parameters.map { " \($0.name)=\($0.value)" }.joined()
    let outcome = status == 0 ? "dropped" : String(status)
    let notes = ([error].compactMap(\.self) + faults.map { "[\($0)]" }).map { " " + $0 }.joined()
    let by =
      switch sender {
      case .client: ""
      case .script: " (scripted)"
      case .provider: " (by the provider)"
      }
    return "\(method) \(path)\(sent) → \(outcome)\(notes)\(by)"
  }
}

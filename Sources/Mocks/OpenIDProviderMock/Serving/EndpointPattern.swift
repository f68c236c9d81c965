/// A pattern that selects requests of the log; `nil` matches anything.
public struct EndpointPattern: Sendable, Equatable, CustomStringConvertible {
  /// The endpoint.
  public var endpoint: Endpoint?
  /// The issuer's path.
  public var issuer: String?
  /// The method.
  public var method: String?
  /// Parameters that must have these values, as they are in the log.
  public var parameters: [String: String]
  /// The status of the response; 0 for a dropped connection.
  public var status: Int?
  /// The protocol error in the response.
  public var error: String?

  /// Creates a pattern.
  public init(
    _ endpoint: Endpoint? = nil, issuer: String? = nil, method: String? = nil,
    parameters: [String: String] = [:], status: Int? = nil, error: String? = nil
  ) {
    self.endpoint = endpoint
    self.issuer = issuer
    self.method = method
    self.parameters = parameters
    self.status = status
    self.error = error
  }

  /// Returns whether a request matches.
  public func matches(_ request: LoggedRequest) -> Bool {
    (endpoint == nil || endpoint == request.endpoint)
      && (issuer == nil || issuer == request.issuer)
      && (method == nil || method == request.method)
      && (status == nil || status == request.status) && (error == nil || error == request.error)
      && parameters.allSatisfy { request[$0.key] == $0.value }
  }

  /// For example, `POST token grant_type=refresh_token → 400 invalid_grant`.
  public var description: String {
    let sent = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let wanted =
      ([method, endpoint?.rawValue, issuer.map { "at \($0)" }].compactMap(\.self) + sent)
    let outcome = [status.map(String.init), error].compactMap(\.self)
    let text = wanted.isEmpty ? "any request" : wanted.joined(separator: " ")
    return outcome.isEmpty ? text : text + " → " + outcome.joined(separator: " ")
  }
}

/// Which requests of the log are meant; what is `nil` or left out is free.
public struct EndpointPattern: Sendable, Equatable, CustomStringConvertible {
  /// The endpoint.
  public var endpoint: Endpoint?
  /// The issuer's path.
  public var issuer: String?
  /// The method.
  public var method: String?
  /// Parameters that must have these values, as the log shows them.
  public var parameters: [String: String]
  /// The status of the answer; 0 for a dropped connection.
  public var status: Int?
  /// The protocol error of the answer.
  public var error: String?

  /// A pattern.
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

  /// Whether a request is meant.
  public func matches(_ request: LoggedRequest) -> Bool {
    (endpoint == nil || endpoint == request.endpoint)
      && (issuer == nil || issuer == request.issuer)
      && (method == nil || method == request.method)
      && (status == nil || status == request.status) && (error == nil || error == request.error)
      && parameters.allSatisfy { request[$0.key] == $0.value }
  }

  /// Such as `POST token grant_type=refresh_token → 400 invalid_grant`.
  public var description: String {
    let sent = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let asked = ([method, endpoint?.name, issuer.map { "at \($0)" }].compactMap(\.self) + sent)
    let answered = [status.map(String.init), error].compactMap(\.self)
    let text = asked.isEmpty ? "any request" : asked.joined(separator: " ")
    return answered.isEmpty ? text : text + " → " + answered.joined(separator: " ")
  }
}

/// What a test expected of the log and did not find; its text shows the whole log.
public struct ExpectationFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sentence and the log.
  public let description: String

  init(_ sentence: String, log: [LoggedRequest]) {
    let lines = log.enumerated().map { "\n  \($0 + 1). \($1)" }.joined()
    description = sentence + (log.isEmpty ? "; the log is empty" : "; the log is:" + lines)
  }
}

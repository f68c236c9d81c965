/// A fault, with where and how often it happens.
public enum PlannedFault: Sendable, Equatable {
  /// A fault in the next ID token that can have it.
  case idToken(IDTokenFault)
  /// One of the 24 faults of the relying-party tests, once.
  case conformance(ConformanceFault)
  /// A fault in the next responses of an endpoint to requests with these parameters.
  case answer(ResponseFault, Endpoint, when: [String: String] = [:], times: Int = 1)
}

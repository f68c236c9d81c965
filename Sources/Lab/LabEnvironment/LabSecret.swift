/// What a mock knows that nobody else is to know.
public enum LabSecret: Sendable, Hashable {
  /// What a mock has drawn and gives out: a code, a token, a session's id.
  case drawn(String)
  /// What somebody has chosen: a user's password, a client's secret.
  case chosen(String)
}

/// An authorization request that a client has sent directly (RFC 9126), as a value.
struct PushedRequest: Sendable {
  let parameters: Parameters
  let clientID: String
  /// In seconds since 1970.
  var expires: Int
}

/// What carries requests of the client kits over the wire; tests put their own in its place.
///
/// A transport follows no redirect, answers no challenge and stores no cookies unless its options say
/// so. Cancelling the calling task ends the request with `TransportError.cancelled`.
public protocol HTTPTransport: Sendable {
  /// Sends a request and gives the whole answer, whatever its status.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Sends a request and gives the answer as soon as its header is there.
  func stream(_ request: TransportRequest) async throws(TransportError) -> StreamedResponse
}

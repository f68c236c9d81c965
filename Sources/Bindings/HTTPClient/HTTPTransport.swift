/// Sends the HTTP requests of the client kits; tests provide their own.
///
/// A transport follows no redirects, doesn't respond to authentication challenges, and stores no
/// cookies unless its options say so. Cancelling the calling task ends the request with
/// `TransportError.cancelled`.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, whatever its status.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Sends a request and returns the response as soon as its header has arrived.
  func stream(_ request: TransportRequest) async throws(TransportError) -> StreamedResponse
}

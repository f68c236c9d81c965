import DocgenHTTPServer
import DocgenMockHTTP

/// A request on its way through the steps of `RequestDispatcher`, and its response.
struct Exchange: Sendable {
  var request: HTTPRequest
  let isAdmin: Bool
  /// `nil` while the databases aren't open yet.
  let services: Services?
  var fault: GatewayFault?
  /// The user's name; `nil` until the request is authenticated.
  var user: String?
  /// Fields to add to any response.
  var headers = HTTPHeaders()
  /// `nil` until there is one, and for a connection that closes without one.
  var response: HTTPResponse?
  /// Whether the response names the gateway: in the original, only those of handlers do.
  var namesServer = true

  /// The cross-origin rules; `nil` on the admin port and for a request without `Origin`.
  var cors: GatewayConfiguration.CORS? {
    isAdmin || request.headers.values(of: "Origin").isEmpty ? nil : services?.configuration.cors
  }

  /// Adds header fields before those of the response, and limits its delivery by the fault.
  mutating func completeResponse(date: String) {
    guard var response else { return }
    var complete: HTTPHeaders = ["Date": date]
    cors?.addHeaders(for: request.headers.values(of: "Origin"), to: &complete)
    if namesServer, let services {
      complete.add("Server", value: services.server(isAdmin: isAdmin))
    }
    for field in headers.fields + response.headers.fields {
      complete.add(field.name, value: field.value)
    }
    response.headers = complete
    response.delivery = fault?.delivery ?? .complete
    self.response = response
  }
}

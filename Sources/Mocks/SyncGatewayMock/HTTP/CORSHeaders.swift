import DocgenHTTPServer

extension GatewayConfiguration.CORS {
  /// Returns the origin to name in a response: an exact match, otherwise `*` if that is listed,
  /// otherwise nothing (`matchedOrigin`, rest/routing.go).
  static func match(_ origins: [String], among allowed: [String]) -> String {
    origins.first { allowed.contains($0) } ?? (allowed.contains("*") ? "*" : "")
  }

  /// Adds the fields of every response to a request with an `Origin`.
  func addHeaders(for origins: [String], to headers: inout HTTPHeaders) {
    // Sent even when empty: Sync Gateway does so.
    headers.add("Access-Control-Allow-Origin", value: Self.match(origins, among: self.origins))
    headers.add("Access-Control-Allow-Credentials", value: "true")
    headers.add("Access-Control-Allow-Headers", value: self.headers.joined(separator: ", "))
  }

  /// Adds the fields of a response to `OPTIONS`, or to a method that isn't allowed.
  func addPreflightHeaders(methods: [String], to headers: inout HTTPHeaders) {
    headers.add("Access-Control-Max-Age", value: String(maxAge))
    headers.add("Access-Control-Allow-Methods", value: methods.joined(separator: ", "))
  }
}

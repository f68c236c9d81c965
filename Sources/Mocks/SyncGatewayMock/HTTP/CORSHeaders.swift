import HTTPServer

extension GatewayConfiguration.CORS {
  /// The origin to name in an answer: an exact match, else `*` if that is listed, else nothing
  /// (`matchedOrigin`, rest/routing.go).
  static func match(_ origins: [String], among allowed: [String]) -> String {
    origins.first { allowed.contains($0) } ?? (allowed.contains("*") ? "*" : "")
  }

  /// The fields of every answer to a request with an `Origin`.
  func addHeaders(for origins: [String], to headers: inout HTTPHeaders) {
    // Sent even when empty: Sync Gateway does so.
    headers.add("Access-Control-Allow-Origin", Self.match(origins, among: self.origins))
    headers.add("Access-Control-Allow-Credentials", "true")
    headers.add("Access-Control-Allow-Headers", self.headers.joined(separator: ", "))
  }

  /// The further fields of an answer to `OPTIONS`, or to a method that isn't allowed.
  func addPreflightHeaders(methods: [String], to headers: inout HTTPHeaders) {
    headers.add("Access-Control-Max-Age", String(maxAge))
    headers.add("Access-Control-Allow-Methods", methods.joined(separator: ", "))
  }
}

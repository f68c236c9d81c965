import SampleLab

/// A mock gateway with a database `travel` that anyone can read and write.
let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "users": {"GUEST": {"disabled": false, "admin_channels": ["*"]}}
    }}}
    """)
let travel = lab.gateway.appending(path: "travel")

struct Revision: Decodable {
  let rev: String
}

/// Writes a document and returns the status code and the body of the response.
func put(_ document: [String: String], to url: URL) async throws -> (status: Int, body: Data) {
  var request = URLRequest(url: url)
  request.httpMethod = "PUT"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = try JSONEncoder().encode(document)
  let (body, response) = try await lab.http.data(for: request)
  return (response.statusCode, body)
}

/// Reads an address and returns the status code and the body of the response.
func get(_ url: URL) async throws -> (status: Int, body: Data) {
  let (body, response) = try await lab.http.data(from: url)
  return (response.statusCode, body)
}

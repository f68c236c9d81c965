import SampleLab

/// A gateway whose database `travel` is open to everybody.
let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {"users": {"GUEST": {"disabled": false, "admin_channels": ["*"]}}}}}
    """)
let travel = lab.gateway.appending(path: "travel")

struct Revision: Decodable {
  let rev: String
}

/// Writes a document and gives the status with what the gateway says.
func put(_ body: [String: String], to url: URL) async throws -> (status: Int, answer: Data) {
  var request = URLRequest(url: url)
  request.httpMethod = "PUT"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = try JSONEncoder().encode(body)
  let (answer, response) = try await lab.http.data(for: request)
  return (response.statusCode, answer)
}

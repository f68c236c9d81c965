import DocgenJSON

/// One row of the gateway's changes feed.
struct RemoteChange: Sendable, Hashable {
  let document: String
  let revisions: [RevisionID]
  /// Whether this change removed the document from a channel.
  let isRemoved: Bool

  /// Parses a row; `nil` for rows about something other than documents, such as a user.
  init?(_ row: JSONValue) {
    guard let document = row["id"]?.string, !document.hasPrefix("_") else { return nil }
    self.document = document
    revisions = (row["changes"]?.array ?? []).compactMap { $0["rev"]?.string }
      .compactMap { RevisionID($0) }
    isRemoved = row["removed"] != nil
  }
}

/// One batch of the gateway's changes feed.
struct ChangesPage: Sendable, Hashable {
  let changes: [RemoteChange]
  /// The number of rows, including those that `changes` leaves out.
  let rowCount: Int
  /// The sequence after which the next batch starts.
  let lastSequence: String

  init(_ json: JSONValue) throws(SyncError) {
    guard let rows = json["results"]?.array else {
      throw .malformedResponse("changes without results")
    }
    changes = rows.compactMap { RemoteChange($0) }
    rowCount = rows.count
    switch json["last_seq"] {
    case .string(let text): lastSequence = text
    case .integer(let number): lastSequence = String(number)
    default: throw .malformedResponse("changes without a last sequence")
    }
  }
}

extension GatewayConnection {
  /// The time in seconds that the gateway may wait for a change.
  private static let longPollSeconds = 60

  /// Returns the changes after a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the sequence; `nil` to start at the beginning.
  ///   - channels: the only channels to include; `nil` for all of the user's.
  ///   - waits: whether to wait for a change if there is none; the response can still be empty.
  func changes(
    since sequence: String?, limit: Int, channels: [String]?, waits: Bool
  ) async throws -> ChangesPage {
    var parameters: JSONObject = [
      "feed": waits ? "longpoll" : "normal", "style": "all_docs", "limit": .integer(limit),
    ]
    if let sequence { parameters["since"] = .string(sequence) }
    if let channels {
      parameters["filter"] = "sync_gateway/bychannel"
      parameters["channels"] = .string(channels.joined(separator: ","))
    }
    if waits { parameters["timeout"] = .integer(Self.longPollSeconds * 1000) }
    var request = GatewayRequest("POST", "_changes").body(.object(parameters))
    if waits { request.timeout = .seconds(Self.longPollSeconds + 30) }
    return try ChangesPage(try await send(request).json())
  }

  // MARK: Checkpoints

  /// Returns a `_local` document; `nil` when there is none.
  func local(_ id: String) async throws -> JSONObject? {
    let response = try await send(GatewayRequest("GET", "_local", id), accepting: [404])
    return response.status == 404 ? nil : try response.json().object
  }

  /// Stores a `_local` document; its `_rev` must be the current one.
  ///
  /// - Returns: the new `_rev`; `nil` if the document's `_rev` isn't the current one.
  func putLocal(_ id: String, body: JSONObject) async throws -> String? {
    let response = try await send(
      GatewayRequest("PUT", "_local", id).body(.object(body)), accepting: [404, 409])
    return (200..<300).contains(response.status) ? try response.json()["rev"]?.string : nil
  }
}

import JSON

/// One row of the gateway's changes feed.
struct RemoteChange: Sendable, Hashable {
  let document: String
  let revisions: [RevisionID]
  /// Whether the document has left a channel by this.
  let isRemoved: Bool

  /// Reads a row; `nil` for those that are about no document, such as a user's own.
  init?(_ row: JSONValue) {
    guard let document = row["id"]?.string, !document.hasPrefix("_") else { return nil }
    self.document = document
    revisions = (row["changes"]?.array ?? []).compactMap { $0["rev"]?.string }
      .compactMap { RevisionID($0) }
    isRemoved = row["removed"] != nil
  }
}

/// A portion of the gateway's changes feed.
struct ChangesPage: Sendable, Hashable {
  let changes: [RemoteChange]
  /// How many rows there were, also of those that are left out above.
  let rowCount: Int
  /// Where the next portion begins.
  let lastSequence: String

  init(_ json: JSONValue) throws(SyncError) {
    guard let rows = json["results"]?.array else {
      throw .malformedAnswer("changes without results")
    }
    changes = rows.compactMap { RemoteChange($0) }
    rowCount = rows.count
    switch json["last_seq"] {
    case .string(let text): lastSequence = text
    case .integer(let number): lastSequence = String(number)
    default: throw .malformedAnswer("changes without a last sequence")
    }
  }
}

extension GatewayConnection {
  /// How long a gateway is asked to wait for a change.
  private static let patience = 60

  /// Changes behind a place in the feed.
  ///
  /// - Parameters:
  ///   - sequence: the place; `nil` for the beginning.
  ///   - channels: the only channels wanted; `nil` for all of the user's.
  ///   - waits: whether to wait for a change when there is none; the answer may be empty still.
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
    if waits { parameters["timeout"] = .integer(Self.patience * 1000) }
    var request = GatewayRequest("POST", "_changes").body(.object(parameters))
    if waits { request.timeout = .seconds(Self.patience + 30) }
    return try ChangesPage(try await send(request).json())
  }

  // MARK: Checkpoints

  /// A `_local` document; `nil` when there is none.
  func local(_ id: String) async throws -> JSONObject? {
    let answer = try await send(GatewayRequest("GET", "_local", id), accepting: [404])
    return answer.status == 404 ? nil : try answer.json().object
  }

  /// Stores a `_local` document; its `_rev` must be the present one.
  ///
  /// - Returns: the new `_rev`; `nil` when the present one is another.
  func putLocal(_ id: String, _ body: JSONObject) async throws -> String? {
    let answer = try await send(
      GatewayRequest("PUT", "_local", id).body(.object(body)), accepting: [404, 409])
    return (200..<300).contains(answer.status) ? try answer.json()["rev"]?.string : nil
  }
}

import DocgenJSON
import Foundation

/// The gateway's response for one document of `_revs_diff`.
struct RevisionsDifference: Sendable, Hashable {
  /// The revisions that the gateway doesn't have.
  var missing: Set<RevisionID>
  /// Revisions of the gateway that may be ancestors of the missing ones.
  var possibleAncestors: Set<RevisionID>

  init(missing: Set<RevisionID>, possibleAncestors: Set<RevisionID> = []) {
    self.missing = missing
    self.possibleAncestors = possibleAncestors
  }

  init(_ row: JSONValue) {
    func ids(_ name: String) -> Set<RevisionID> {
      Set((row[name]?.array ?? []).compactMap { $0.string.flatMap { RevisionID($0) } })
    }
    self.init(missing: ids("missing"), possibleAncestors: ids("possible_ancestors"))
  }
}

/// The result of one pushed revision.
struct PushOutcome: Sendable, Hashable {
  /// The status of a rejected revision; `nil` when it is stored.
  let status: Int?
  let reason: String
}

extension GatewayConnection {
  /// Long, because attachments may be large.
  private static let bulkTimeout = Duration.seconds(600)

  /// Returns the revisions that the gateway doesn't have; leaves out documents that lack none.
  func difference(
    _ revisions: [(document: String, revisions: [RevisionID])]
  ) async throws -> [String: RevisionsDifference] {
    let body = JSONObject(
      revisions.map { item in
        (key: item.document, value: .array(item.revisions.map { .string($0.text) }))
      })
    let response = try await send(GatewayRequest("POST", "_revs_diff").body(.object(body))).json()
    guard let rows = response.object else { throw SyncError.malformedResponse("no differences") }
    return Dictionary(
      rows.members.map { ($0.key, RevisionsDifference($0.value)) }
    ) { first, _ in first }
  }

  /// Stores revisions as they are, with their IDs.
  ///
  /// - Parameter documents: JSON objects with `_id`, `_rev` and `_revisions`.
  /// - Returns: the result of each, in order.
  func store(_ documents: [String]) async throws -> [PushOutcome] {
    var request = GatewayRequest("POST", "_bulk_docs")
      .header("Content-Type", value: "application/json")
    request.body = Array(
      "{\"new_edits\":false,\"docs\":[\(documents.joined(separator: ","))]}".utf8)
    request.timeout = Self.bulkTimeout
    let rows = try await send(request).json().array
    guard let rows, rows.count == documents.count else {
      throw SyncError.malformedResponse("not a row for each document")
    }
    return rows.map { row in
      guard row["error"] != nil else { return PushOutcome(status: nil, reason: "") }
      return PushOutcome(
        status: row["status"]?.integer ?? 500, reason: row["reason"]?.string ?? "")
    }
  }

  /// Fetches revisions with their history, and attachments newer than known ancestors.
  ///
  /// The result leaves out revisions that the gateway no longer has, or doesn't show.
  func fetch(_ revisions: [MissingRevision]) async throws -> [FetchedRevision] {
    let wanted = revisions.map { revision -> JSONValue in
      var item: JSONObject = [
        "id": .string(revision.document), "rev": .string(revision.revision.text),
      ]
      if !revision.knownAncestors.isEmpty {
        item["atts_since"] = .array(revision.knownAncestors.map { .string($0.text) })
      }
      return .object(item)
    }
    var request = GatewayRequest("POST", "_bulk_get").query("revs", value: "true")
      .query("attachments", value: "true").header(
        "Accept", value: "multipart/mixed, application/json"
      )
      .body(["docs": .array(wanted)])
    request.timeout = Self.bulkTimeout
    let response = try await send(request)
    return try MultipartReader(response).parts().compactMap { part in
      try FetchedRevision(part)
    }
  }

  /// Returns the bytes of one attachment.
  func attachment(
    _ name: String, of document: String, revision: RevisionID
  ) async throws -> [UInt8] {
    var request = GatewayRequest("GET", document, name).query("rev", value: revision.text)
    request.timeout = Self.bulkTimeout
    return try await send(request).body
  }
}

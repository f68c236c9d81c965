import DocgenJSON
import Foundation

/// A revision in a response of `_bulk_get`.
struct FetchedRevision: Sendable {
  /// The revision for the database, as far as it has arrived.
  private(set) var received: ReceivedRevision
  /// The names and digests of attachments that arrived without their bytes.
  private(set) var missingAttachments: [(name: String, digest: String)] = []

  /// Parses a part; `nil` for a revision that the gateway doesn't return.
  ///
  /// - Throws: `SyncError`: `http` for a revision that the gateway may return later;
  ///   `malformedResponse`.
  init?(_ part: MultipartReader.Part) throws(SyncError) {
    var files: [String: [UInt8]] = [:]
    let json: ArraySlice<UInt8>
    if part.mediaType == "multipart/related" {
      // The body comes first, then the attachments that the body marks with `follows`.
      let parts = try MultipartReader(part).parts()
      guard let first = parts.first else { throw .malformedResponse("a revision without a body") }
      json = first.body
      for (index, file) in parts.dropFirst().enumerated() {
        files[file.parameter("filename", of: "content-disposition") ?? "\(index)"] =
          Array(file.body)
      }
    } else {
      json = part.body
    }
    guard let body = (try? JSONParser.parse(Array(json)))?.object else {
      throw .malformedResponse("a revision that is not a JSON object")
    }
    if part.parameter("error") == "true" || body["error"] != nil && body["_id"] == nil {
      let status = body["status"]?.integer ?? 500
      let error = SyncError.http(status: status, reason: body["reason"]?.string ?? "")
      if error.isTransient { throw error }
      return nil
    }
    try self.init(body, files: files)
  }

  private init(_ body: JSONObject, files: [String: [UInt8]]) throws(SyncError) {
    guard let id = body["_id"]?.string, let revision = body["_rev"]?.string,
      let youngest = RevisionID(revision)
    else { throw .malformedResponse("a revision without an id") }
    received = ReceivedRevision(
      id: id, history: Self.history(of: body, youngest: youngest),
      body: JSONObject(body.members.filter { !$0.key.hasPrefix("_") }),
      isDeleted: body["_deleted"]?.bool ?? false, isRemoved: body["_removed"]?.bool ?? false)
    guard let attachments = body["_attachments"]?.object else { return }
    var stubs = JSONObject()
    for (name, value) in attachments.members {
      guard var stub = value.object else { continue }
      let data = stub["data"]?.string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
      if let bytes = data ?? files[name] {
        stub["digest"] = .string(Store.digest(of: bytes))
        stub["length"] = .integer(bytes.count)
        received.attachments.append(bytes)
      } else if let digest = stub["digest"]?.string {
        missingAttachments.append((name, digest))
      }
      for key in ["data", "follows"] { stub[key] = nil }
      stub["stub"] = true
      stubs[name] = .object(stub)
    }
    received.body["_attachments"] = .object(stubs)
  }

  /// Returns the IDs in `_revisions`, the youngest first; only the revision if they are
  /// inconsistent.
  private static func history(of body: JSONObject, youngest: RevisionID) -> [RevisionID] {
    guard let ids = body["_revisions"]?["ids"]?.array,
      let start = body["_revisions"]?["start"]?.integer
    else { return [youngest] }
    var history: [RevisionID] = []
    for (index, id) in ids.enumerated() where start > index {
      guard let digest = id.string else { break }
      history.append(RevisionID(generation: start - index, digest: digest))
    }
    return history.first == youngest ? history : [youngest]
  }

  /// Adds the bytes of an attachment that was fetched separately.
  mutating func add(_ bytes: [UInt8]) { received.attachments.append(bytes) }
}

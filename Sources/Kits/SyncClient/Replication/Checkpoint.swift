import DocgenHashing
import DocgenJSON
import DocgenSQLite
import Foundation

/// The progress of a replication, as both sides remember it.
///
/// The gateway stores the last sequence in a `_local` document; the local database stores the last
/// few. If the gateway's is among them, both agree on what has been transferred up to it. If it
/// isn't, one of the two was replaced or reset, and the replication compares everything again.
struct Checkpoint: Sendable, Hashable {
  /// The maximum number of sequences to remember.
  static let limit = 20

  /// The sequences, the latest first.
  private(set) var positions: [String]
  /// The `_rev` of the gateway's document; `nil` when it has none.
  var remoteRevision: String?

  /// Finds the sequence to start after.
  init(local: [String], remote: JSONObject?) {
    remoteRevision = remote?["_rev"]?.string
    let agreed = remote?["lastSequence"]?.string.flatMap { local.firstIndex(of: $0) }
    positions = agreed.map { Array(local[$0...]) } ?? []
  }

  /// The sequence both sides agree on; `nil` to start at the beginning.
  var position: String? { positions.first }

  /// Advances to a sequence; returns whether it is a new one.
  mutating func advance(to position: String) -> Bool {
    guard position != positions.first else { return false }
    positions.insert(position, at: 0)
    if positions.count > Self.limit { positions.removeLast() }
    return true
  }

  /// The document to store on the gateway.
  var remote: JSONObject {
    var body: JSONObject = [:]
    if let position { body["lastSequence"] = .string(position) }
    if let remoteRevision { body["_rev"] = .string(remoteRevision) }
    return body
  }

  /// Returns the ID of the `_local` document; differs for replications that transfer different
  /// documents.
  ///
  /// It ends in a name-based UUID (RFC 9562 5.5), so that readers of logs recognise an arbitrary
  /// ID.
  static func id(
    database: String, gateway: String, user: String?, direction: Replication.Direction,
    channels: [String]?, hasFilter: Bool
  ) -> String {
    let parts: [JSONValue] = [
      .string(database), .string(gateway), user.map { .string($0) } ?? .null,
      .string(direction.rawValue), .array((channels ?? []).sorted().map { .string($0) }),
      .bool(hasFilter),
    ]
    var bytes = Digest.sha1.hash(JSONValue.array(parts).serialized().utf8)
    bytes[6] = 0x50 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    return bytes.withUnsafeBytes { bytes in
      "sync-" + UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)).uuidString.lowercased()
    }
  }
}

/// Reads and writes the checkpoint of one replication.
struct CheckpointStore: Sendable {
  let id: String
  let database: Database
  let gateway: GatewayConnection

  private var key: String { "checkpoint \(id)" }

  func load() async throws -> Checkpoint {
    let text = try await database.read { try $0.information(key)?.text }
    let positions = text.flatMap { try? JSONParser.parse($0) }?.array ?? []
    return Checkpoint(local: positions.compactMap(\.string), remote: try await gateway.local(id))
  }

  /// Saves a checkpoint, first in the local database.
  ///
  /// A gateway that is behind only causes repeated transfers; a gateway that is ahead would hide
  /// documents.
  func save(_ checkpoint: inout Checkpoint) async throws {
    let text = JSONValue.array(checkpoint.positions.map { .string($0) }).serialized()
    try await database.write { try $0.setInformation(key, to: .text(text)) }
    if let revision = try await gateway.putLocal(id, body: checkpoint.remote) {
      checkpoint.remoteRevision = revision
      return
    }
    // A response was lost, or another device with the same ID writes too: use the current `_rev`.
    checkpoint.remoteRevision = try await gateway.local(id)?["_rev"]?.string
    if let revision = try await gateway.putLocal(id, body: checkpoint.remote) {
      checkpoint.remoteRevision = revision
    }
  }
}

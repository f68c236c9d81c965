// title: Resolve a conflict
// summary: Two devices change the same document; the app merges both changes.
// tags: replication

import Foundation
import SampleLab
import SyncClient

/// What the users pack; both may add to it while they are offline.
struct PackingList: Codable {
  var items: [String]
  var packed: Set<String>
}

/// Merges all branches of a document into one.
///
/// - Returns: how many branches there were.
func mergeBranches(of id: String, in database: Database) async throws -> Int {
  let branches = try await database.conflicts(of: id)
  guard branches.count > 1 else { return branches.count }

  var merged = PackingList(items: [], packed: [])
  // In the order of revisions, so that every device merges alike.
  for branch in branches.sorted(by: { $0.revision < $1.revision }) {
    let list: PackingList = try branch.decoded()
    merged.items += list.items.filter { !merged.items.contains($0) }
    merged.packed.formUnion(list.packed)
  }
  // The rest of the winner stays, such as its channels.
  var properties = branches[0].properties
  properties["items"] = .array(merged.items.map { .string($0) })
  properties["packed"] = .array(merged.packed.sorted().map { .string($0) })
  // In one transaction: no branch is deleted before its changes are merged.
  try await database.resolve(id, keeping: branches[0].revision, with: properties)
  return branches.count
}

// The mock gateway, and two devices of Bob's.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "users": {"bob": {"password": "a-secret-of-bob", "admin_channels": ["all"]}}
    }}}
    """)
let (phone, tablet) = (try Database(), try Database())

func sync(_ database: Database) async throws {
  for direction in [Replication.Direction.push, .pull] {
    try await Replication(
      direction, of: database, with: lab.gateway.appending(path: "travel"),
      as: BasicAuthenticator(name: "bob", password: "a-secret-of-bob")
    ).run()
  }
}

let list = try await phone.save(
  ["items": ["tent", "map"], "packed": [], "channels": ["all"]], as: "list")
try await sync(phone)
try await sync(tablet)

// Both are offline now.
try await phone.save(
  ["items": ["tent", "map", "lamp"], "packed": ["map"], "channels": ["all"]],
  as: "list", replacing: list.revision)
try await tablet.save(
  ["items": ["tent", "map", "rope"], "packed": ["tent"], "channels": ["all"]],
  as: "list", replacing: list.revision)
for database in [phone, tablet, phone] { try await sync(database) }

print("branches:", try await mergeBranches(of: "list", in: phone))
try await sync(phone)
try await sync(tablet)
print("branches on the tablet:", try await tablet.conflicts(of: "list").count)
let merged: PackingList = try await tablet.document("list")!.decoded()
print(merged.items, "packed:", merged.packed.sorted())

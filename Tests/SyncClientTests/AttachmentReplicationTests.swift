import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SyncClient

@Suite(.fewAtOnce) struct AttachmentReplicationTests {
  private let photo = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  @Test func attachmentsTravelWithTheirDocuments() async throws {
    try await Gateway.run { gateway in
      let (here, there) = (try Database(), try Database())
      let first = try await here.attach(
        photo, named: "photo é.png", contentType: "image/png", to: "x")
      let second = try await here.attach(
        [], named: "empty", contentType: "text/plain", to: "x", replacing: first.revision)
      try await gateway.replication(.push, here).run()
      let pulled = try await gateway.replication(.pull, there).run()
      #expect((pulled.completed, pulled.total) == (1, 1))
      let document = try #require(try await there.document("x"))
      #expect(document.revision == second.revision)
      let attachment = try #require(document.attachments["photo é.png"])
      #expect(attachment.contentType == "image/png")
      #expect(attachment.length == photo.count)
      try await #expect(there.data(of: attachment) == photo)
      let empty = try #require(document.attachments["empty"])
      try await #expect(there.data(of: empty) == [])
    }
  }

  @Test func knownBytesAreNotSentAgain() async throws {
    try await Gateway.run { gateway in
      let (here, there) = (try Database(), try Database())
      let first = try await here.attach(photo, named: "p", contentType: "image/png", to: "x")
      for database in [here, there] {
        try await gateway.replication(.push, database).run()
        try await gateway.replication(.pull, database).run()
      }
      let second = try await here.save(["n": 1], as: "x", replacing: first.revision)
      #expect(second.attachments["p"]?.generation == 1)
      let pushed = gateway.transport.bytesSent
      try await gateway.replication(.push, here).run()
      #expect(gateway.transport.bytesSent - pushed < 5_000)
      let received = gateway.transport.bytesReceived
      try await gateway.replication(.pull, there).run()
      #expect(gateway.transport.bytesReceived - received < 5_000)
      let document = try #require(try await there.document("x"))
      #expect(document["n"] == 1)
      try await #expect(there.data(of: try #require(document.attachments["p"])) == photo)
    }
  }

  @Test func bytesThatWereFreedHereAreFetchedAgain() async throws {
    try await Gateway.run { gateway in
      let (here, there) = (try Database(), try Database())
      let first = try await here.attach(photo, named: "p", contentType: "image/png", to: "x")
      try await gateway.replication(.push, here).run()
      try await gateway.replication(.pull, there).run()
      // There the document is changed so that it has no attachment, and the bytes are freed.
      let second = try await there.removeAttachment(
        named: "p", from: "x", replacing: first.revision)
      try await #expect(there.compact() == 1)
      // Here it goes on with it: a conflict whose attachment is older than the common ancestor.
      try await here.save(["n": 1], as: "x", replacing: first.revision)
      try await gateway.replication(.push, here).run()
      // Bytes that don't match their digest aren't stored, but fetched again.
      gateway.transport.changeNext("/x/p") { $0[0] ^= 1 }
      try await gateway.replication(.pull, there).run()
      let leaves = try await there.conflicts(of: "x")
      #expect(Set(leaves.map(\.revision)).contains(second.revision))
      let other = try #require(leaves.first { $0.revision != second.revision })
      try await #expect(there.data(of: try #require(other.attachments["p"])) == photo)
    }
  }

  @Test func aGatewayWithoutTheAncestorGetsAllBytes() async throws {
    try await Gateway.run { gateway in
      let here = try Database()
      let first = try await here.attach(photo, named: "p", contentType: "image/png", to: "x")
      // The gateway has the first revision by its id, but not its attachment.
      try await Gateway.store(
        ["_id": "x", "_rev": .string(first.revision.text)], on: gateway)
      try await here.save(["n": 1], as: "x", replacing: first.revision)
      let status = try await gateway.replication(.push, here).run()
      #expect(status.failures.isEmpty)
      let there = try Database()
      try await gateway.replication(.pull, there).run()
      let document = try #require(try await there.document("x"))
      #expect(document["n"] == 1)
      try await #expect(there.data(of: try #require(document.attachments["p"])) == photo)
    }
  }
}

extension Gateway {
  /// Stores a revision under the id that it has.
  static func store(_ document: JSONObject, on gateway: Gateway) async throws {
    let connection = GatewayConnection(
      database: gateway.url, authenticator: alice, transport: gateway.transport,
      clock: gateway.clock)
    let outcomes = try await connection.store([JSONValue.object(document).serialized()])
    #expect(outcomes.allSatisfy { $0.status == nil })
  }
}

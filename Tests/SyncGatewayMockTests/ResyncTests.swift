import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// `_resync`: before the response in 1.5, in the background in 2.8.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ResyncTests {
  /// Changes the database's sync function and takes the database offline.
  private func prepare(_ sync: String, _ call: GatewayHarness) async throws {
    let put = try await call.admin(
      "PUT", "/db/_config", #"{"sync": \#(JSONValue.string(sync).serialized())}"#)
    #expect(put.status == 201)
    for step in ["_offline", "_online", "_offline"] {
      _ = try await call.admin("POST", "/db/\(step)")
    }
  }

  /// Polls the progress until the resync is over; its counts never decrease.
  private func untilItIsOver(_ call: GatewayHarness) async throws -> JSONValue? {
    var last = 0
    while true {
      let status = try await call.admin("GET", "/db/_resync").json
      let processed = status?["docs_processed"]?.integer ?? -1
      #expect(processed >= last)
      last = processed
      if status?["status"] != "running", status?["status"] != "stopping" { return status }
    }
  }

  @Test("_resync runs the sync function again, offline only", arguments: Profile.allCases)
  func resync(_ profile: Profile) async throws {
    try await GatewayHarness.run(profile: profile) { (call) async throws in
      try await call.gateway.put(["channels": ["a"]], id: "d1", in: "db")
      try await call.gateway.put(["channels": ["b"]], id: "d2", in: "db")
      let online = try await call.admin("POST", "/db/_resync")
      #expect(online.status == 503)
      #expect(online.reason == "Database must be _offline before calling /_resync")
      try await prepare("function() { channel('b'); }", call)
      let reply = try await call.admin("POST", "/db/_resync")
      #expect(reply.status == 200)
      switch profile {
      case .v1_5: #expect(reply.json == ["changes": 1])
      case .v2_8:
        let begun =
          #"{"status":"running","last_error":"","docs_changed":0,"docs_processed":0}"#
        #expect(reply.text == begun)
        #expect(
          try await untilItIsOver(call) == [
            "status": "completed", "last_error": "", "docs_changed": 1, "docs_processed": 2,
          ])
      }
      #expect(try await call.admin("GET", "/db/").json?["state"] == "Offline")
      _ = try await call.admin("POST", "/db/_online")
      #expect(try await call("GET", "/db/d1", as: "bob").status == 200)
      #expect(try await call("GET", "/db/d1", as: "alice").status == 403)
    }
  }

  @Test("_resync in 2.8: before the first one the status is stopped; in 1.5 there is none")
  func noneYet() async throws {
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      #expect(
        try await call.admin("GET", "/db/_resync").json == [
          "status": "stopped", "last_error": "", "docs_changed": 0, "docs_processed": 0,
        ])
      let stop = try await call.admin("POST", "/db/_resync?action=stop")
      #expect(stop.status == 400)
      #expect(stop.reason == "Database _resync is not running")
      let other = try await call.admin("POST", "/db/_resync?action=x")
      #expect(other.status == 400)
      #expect(other.reason == "Unknown parameter for 'action'. Must be start or stop")
    }
    try await GatewayHarness.run { (call) async throws in
      #expect(try await call.admin("GET", "/db/_resync").status == 405)
    }
  }

  /// The sync function is slow: without the stop the resync would run for a minute.
  @Test("_resync in 2.8: running, refused twice, stopping, stopped, with progress")
  func stop() async throws {
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      for number in 0..<500 {
        try await call.gateway.put(["channels": ["a"]], id: "d\(number)", in: "db")
      }
      try await prepare(
        "function() { for (var i = 0; i < 1000000; i++) {} channel('b'); }", call)
      #expect(try await call.admin("POST", "/db/_resync?action=start").status == 200)
      #expect(try await call.admin("GET", "/db/").json?["state"] == "Resyncing")
      let second = try await call.admin("POST", "/db/_resync")
      #expect(second.status == 503)
      #expect(second.reason == "Database _resync already in progress")
      // As if offline, but with another message.
      let user = try await call("GET", "/db/d1", as: "alice")
      #expect(user.status == 503)
      #expect(user.reason == "DB is Resyncing - try again later")
      for step in ["_offline", "_online"] {
        #expect(try await call.admin("POST", "/db/\(step)").status == 200)
      }
      #expect(try await call.admin("GET", "/db/_resync").json?["status"] == "running")
      let stop = try await call.admin("POST", "/db/_resync?action=stop")
      #expect(stop.json?["status"] == "stopping")
      let end = try #require(try await untilItIsOver(call))
      #expect(end["status"] == "stopped")
      let processed = try #require(end["docs_processed"]?.integer)
      #expect(processed < 500)
      #expect(end["docs_changed"]?.integer == processed)
      let offline = try await call.admin("GET", "/db/").json
      #expect(offline?["state"] == "Offline" && offline?["update_seq"] == 0)
      // Documents processed before the stop are changed, and the database can be used again.
      _ = try await call.admin("POST", "/db/_online")
      let rows = try await call("GET", "/db/_all_docs", as: "bob").json?["total_rows"]
      #expect(rows?.integer == processed)
    }
  }

  @Test("_resync in 2.8 ends with its database") func endsWithTheDatabase() async throws {
    try await GatewayHarness.run(profile: .v2_8) { (call) async throws in
      for number in 0..<200 { try await call.gateway.put([:], id: "d\(number)", in: "db") }
      try await prepare("function() { for (var i = 0; i < 1000000; i++) {} }", call)
      #expect(try await call.admin("POST", "/db/_resync").status == 200)
      #expect(try await call.admin("DELETE", "/db/").status == 200)
      #expect(try await call.admin("GET", "/db/_resync").status == 404)
      // A new database of the same name starts at zero.
      #expect(try await call.admin("PUT", "/db/", "{}").status == 201)
      #expect(try await call.admin("GET", "/db/_resync").json?["docs_processed"] == 0)
    }
  }

  @Test("_resync in 2.8 ends with the gateway") func endsWithTheGateway() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let gateway = try await SyncGateway.start(
        configuration: GatewayConfiguration(
          #"{"databases": {"db": {"sync": "function() { for (var i = 0; i < 200000; i++) {} }"}}}"#,
          profile: .v2_8),
        profile: .v2_8, options: .init(store: .folder(folder.url)))
      let port = UInt16(gateway.adminURL.port ?? 0)
      for number in 0..<50 { _ = try? await gateway.put([:], id: "d\(number)", in: "db") }
      for request in ["POST /db/_offline", "POST /db/_resync"] {
        let words = request.split(separator: " ").map(String.init)
        let reply = try await SocketClient.send(
          words[0], words[1], port: port, fields: ["Host": "x"], body: [])
        #expect(reply.status == 200)
      }
      // The next gateway can open the file immediately.
      await gateway.stop()
    }
  }
}

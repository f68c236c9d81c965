import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Synchronization
import Testing

/// What the log contains of requests and responses, and what it omits.
@Suite(.fewAtOnce) struct RequestLogTests {
  @Test func requestsAndAnswersAreThere() async throws {
    try await GatewayHarness.run { call in
      _ = try await call("PUT", "/db/one?x=1", as: "alice", #"{"n": 1}"#)
      let entry = try #require(await call.gateway.requestLog.first)
      #expect(entry.line == "PUT /db/one?x=1 201 alice")
      #expect(entry.path == "/db/one")
      #expect(entry.body == #"{"n": 1}"#)
      #expect(entry.responseBody.hasPrefix(#"{"id":"one","ok":true,"rev":"1-"#))
      #expect(
        entry.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
      #expect(entry.responseHeaders.contains { $0.name == "Etag" })
      #expect(entry.date == ManualClock.start)
      #expect(!entry.isAdmin)
      call.gateway.clearRequestLog()
      #expect(await call.gateway.requestLog.isEmpty)
      _ = try await call.admin("GET", "/db/")
      #expect(await call.gateway.requestLog.map(\.line) == ["admin GET /db/ 200"])
    }
  }

  /// Checks all secrets that are sent in a login, a refresh and the use of a session.
  @Test func secretsAreNeverThereInFull() async throws {
    try await GatewayHarness.run { call in
      let login = try await call(
        "POST", "/db/_session", #"{"name": "alice", "password": "secret"}"#)
      let session = try #require(login.cookie)
      _ = try await call(
        "GET", "/db/_session", headers: ["Cookie": "SyncGatewaySession=\(session)"])
      let made = try await call.admin("POST", "/db/_session", #"{"name": "alice"}"#)
      let second = try #require(made.json?["session_id"]?.string)
      _ = try await call.admin("GET", "/db/_session/\(second)")
      _ = try await call.admin("DELETE", "/db/_user/alice/_session/\(second)")
      _ = try await call.admin(
        "PUT", "/db/_user/carol", #"{"name": "carol", "password" : "hush hush"}"#)
      let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"
      _ = try await call("GET", "/db/", headers: ["Authorization": "Bearer \(token)"])
      _ = try await call("GET", "/db/_oidc_callback?code=authcode4711&state=state4711")
      _ = try await call("GET", "/db/_oidc_refresh?refresh_token=refresh4711")
      _ = try await call("PUT", "/db/note", as: "alice", #"{"text": "\#(token)"}"#)
      let basic = Data("alice:secret".utf8).base64EncodedString()

      let log = await call.gateway.requestLog
      let text = log.map { "\($0)" }.joined(separator: "\n")
      for secret in [
        "secret", session, second, "hush", token, "authcode4711", "state4711", "refresh4711", basic,
      ] {
        #expect(!text.contains(secret), "'\(secret)' is in the log")
      }
      #expect(text.contains("SyncGatewaySession=\(session.prefix(6))…"))
      #expect(text.contains("/db/_session/\(second.prefix(6))…"))
      #expect(text.contains("Bearer eyJhbG…"))
    }
  }

  @Test func aLongBodyIsCutAndItsSecretsToo() async throws {
    try await GatewayHarness.run { call in
      let filler = String(repeating: "x", count: 950)
      let body = #"{"a": "\#(filler)", "password": "\#(String(repeating: "s3cret", count: 20))"}"#
      _ = try await call("PUT", "/db/one", as: "alice", body)
      let entry = try #require(await call.gateway.requestLog.first)
      #expect(!entry.body.contains("s3cret"))
      #expect(entry.body.utf8.count <= 1_010)
    }
  }

  @Test func anObserverIsToldOfEachRequest() async throws {
    let lines = Mutex<[String]>([])
    var options = SyncGateway.Options()
    options.onRequest = { entry in lines.withLock { $0.append(entry.line) } }
    let gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration("{}"), options: options)
    let port = UInt16(gateway.publicURL.port ?? 0)
    _ = try await SocketClient.send(
      "GET", "/?code=12345678", port: port, fields: ["Host": "x"], body: [])
    #expect(lines.withLock { $0 } == ["GET /?code=… 200"])
    await gateway.stop()
  }

  @Test func theAdminPortRefusesWebPages() async throws {
    let gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration(#"{"databases": {"db": {}}}"#))
    let admin = try UInt16(#require(gateway.adminURL.port))
    for (origin, status) in [
      ("https://evil.example", 403), ("http://127.0.0.1:1", 403), ("null", 403),
      ("http://127.0.0.1:\(admin)", 200), (nil, 200),
    ] as [(String?, Int)] {
      var fields = ["Host": "127.0.0.1:\(admin)"]
      fields["Origin"] = origin
      let reply = try await SocketClient.send(
        "POST", "/db/", port: admin, fields: fields, body: Array("{}".utf8))
      #expect(reply.status == status, "\(origin ?? "no origin")")
    }
    let rows = try await SocketClient.send(
      "GET", "/db/_all_docs", port: admin, fields: [:], body: [])
    #expect(String(decoding: rows.body, as: UTF8.self).contains(#""total_rows":2"#))
    await gateway.stop()
  }

  @Test func theHostIsCheckedWhenAsked() async throws {
    var options = SyncGateway.Options()
    options.checksHost = true
    let gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration("{}"), options: options)
    let port = UInt16(gateway.publicURL.port ?? 0)
    for (host, status) in [
      ("127.0.0.1:4984", 200), ("localhost:1", 200), ("10.0.2.2:4984", 200), ("[::1]:4984", 200),
      ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("", 421),
    ] {
      let reply = try await SocketClient.send(
        "GET", "/", port: port, fields: ["Host": host], body: [])
      #expect(reply.status == status, "\(host)")
    }
    await gateway.stop()
  }
}

import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// Databases in files: what remains when another gateway is started.
@Suite(.fewAtOnce) struct StoreTests {
  private static let configuration = """
    {"databases": {"db": {"users": {
      "alice": {"password": "secret", "admin_channels": ["a"]}, "GUEST": {"disabled": true}}}}}
    """

  private func run<Result>(
    _ folder: URL, _ clock: ManualClock, _ body: (SyncGateway) async throws -> Result
  ) async throws -> Result {
    let gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration(Self.configuration), clock: clock,
      options: .init(store: .folder(folder)))
    return try await using(gateway, thenStopping: { await $0.stop() }, body)
  }

  private func ask(
    _ gateway: SyncGateway, _ method: String, _ path: String, _ body: String = "",
    admin: Bool = true, cookie: String? = nil
  ) async throws -> GatewayHarness.Reply {
    let url = admin ? gateway.adminURL : gateway.publicURL
    var fields = ["Host": "127.0.0.1", "Content-Type": "application/json"]
    fields["Cookie"] = cookie.map { "SyncGatewaySession=\($0)" }
    return try await SocketClient.send(
      method, path, port: UInt16(url.port ?? 0), fields: fields, body: Array(body.utf8))
  }

  @Test func everythingIsThereAgain() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let (session, sequence, changes) = try await run(folder.url, clock) { gateway in
      try await gateway.put(["n": 1, "channels": ["a"]], id: "one", in: "db")
      _ = try await ask(
        gateway, "PUT", "/db/_user/bob", #"{"password": "hush", "admin_channels": ["b"]}"#)
      _ = try await ask(gateway, "PUT", "/db/_role/r", #"{"admin_channels": ["c"]}"#)
      _ = try await ask(gateway, "PUT", "/db/_local/check", #"{"last": 5}"#)
      _ = try await ask(
        gateway, "PUT", "/db/_user/alice", #"{"password": "other", "admin_channels": ["a"]}"#)
      let session = try await ask(gateway, "POST", "/db/_session", #"{"name": "bob"}"#)
      _ = try await ask(gateway, "DELETE", "/db/_user/bob?x")
      _ = try await ask(
        gateway, "PUT", "/db/_user/bob", #"{"password": "hush", "admin_channels": ["b"]}"#)
      let info = try await ask(gateway, "GET", "/db/")
      return (
        session.json?["session_id"]?.string ?? "", info.json?["update_seq"]?.integer ?? 0,
        try await ask(gateway, "GET", "/db/_changes").text
      )
    }
    try await run(folder.url, clock) { gateway in
      try await #expect(gateway.document("one", in: "db")?["n"] == 1)
      try await #expect(gateway.users(in: "db").map(\.name) == ["alice", "bob"])
      try await #expect(ask(gateway, "GET", "/db/_role/r").json?["admin_channels"] == ["c"])
      try await #expect(ask(gateway, "GET", "/db/_local/check").json?["last"] == 5)
      try await #expect(ask(gateway, "GET", "/db/_changes").text == changes)
      let info = try await ask(gateway, "GET", "/db/")
      #expect(info.json?["update_seq"]?.integer == sequence)
      // Existing users remain unchanged, whatever the configuration says.
      let login = try await ask(
        gateway, "POST", "/db/_session", #"{"name": "alice", "password": "other"}"#, admin: false)
      #expect(login.status == 200)
      let mine = try await ask(gateway, "GET", "/db/_session", admin: false, cookie: session)
      #expect(mine.json?["userCtx"]?["name"]?.string == "bob")
    }
    clock.advance(by: .seconds(100_000))
    try await run(folder.url, clock) { gateway in
      let mine = try await ask(gateway, "GET", "/db/_session", admin: false, cookie: session)
      #expect(mine.json?["userCtx"]?["name"] == .null, "time goes on while nobody runs")
    }
  }

  /// A client that has seen a sequence would miss a change with the same sequence.
  @Test func noSequenceIsGivenOutTwice() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let last = try await run(folder.url, clock) { gateway in
      _ = try await ask(gateway, "PUT", "/db/_user/bob", #"{"password": "hush"}"#)
      let info = try await ask(gateway, "GET", "/db/")
      _ = try await ask(gateway, "DELETE", "/db/_user/bob")
      return info.json?["update_seq"]?.integer ?? 0
    }
    try await run(folder.url, clock) { gateway in
      try await gateway.put(["n": 1], id: "one", in: "db")
      let changes = try await ask(gateway, "GET", "/db/_changes")
      #expect(changes.json?["results"]?.array?.last?["seq"]?.integer ?? 0 > last)
    }
  }

  @Test func oneGatewayAtATime() async throws {
    let folder = try TemporaryFolder()
    try await run(folder.url, ManualClock()) { _ in
      let error = await #expect(throws: GatewayStore.Failure.self) {
        try await run(folder.url, ManualClock()) { _ in }
      }
      #expect(error?.description.hasPrefix("another gateway uses the store '") == true)
    }
  }

  @Test func aFileOfAnotherVersionIsRefused() async throws {
    let folder = try TemporaryFolder()
    try await run(folder.url, ManualClock()) { _ in }
    let file = folder.url.appending(path: "db.sqlite3")
    var bytes = [UInt8](try Data(contentsOf: file))
    bytes[63] = 99  // the last byte of the user version (https://www.sqlite.org/fileformat.html)
    try Data(bytes).write(to: file)
    await #expect(throws: GatewayStore.Failure.otherVersion(path: file.path)) {
      try await run(folder.url, ManualClock()) { _ in }
    }
    try Data("no database at all, but long enough to look like one".utf8).write(to: file)
    await #expect(throws: GatewayStore.Failure.self) {
      try await run(folder.url, ManualClock()) { _ in }
    }
  }

  @Test func aFolderThatCannotBeMadeIsAnError() async throws {
    let error = await #expect(throws: GatewayStore.Failure.self) {
      try await run(URL(filePath: "/dev/null/store"), ManualClock()) { _ in }
    }
    #expect(error?.description.hasPrefix("cannot use the store '/dev/null/store") == true)
  }
}

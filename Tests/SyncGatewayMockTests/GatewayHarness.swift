import DocgenClocks
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock

/// A gateway on free ports with a manual clock, and a client that follows no redirects.
struct GatewayHarness {
  let gateway: SyncGateway
  let clock: ManualClock

  struct Reply: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue? { try? JSONParser.parse(text) }
    subscript(name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
    func values(of name: String) -> [String] {
      headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
    var reason: String? { json?["reason"]?.string }
    /// The value of the cookie that the response sets.
    var cookie: String? {
      self["Set-Cookie"].map { String($0.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()) }
    }
  }

  static let users = """
    "users": {
      "alice": {"password": "secret", "admin_channels": ["a"]},
      "bob": {"password": "secret", "admin_channels": ["b"]},
      "off": {"password": "secret", "disabled": true}
    }
    """

  /// Starts a gateway with one database `db`, which has these members.
  ///
  /// - Parameter server: more members of the configuration, each followed by a comma.
  init(
    _ database: String = users, profile: Profile = .v1_5, cors: String? = nil, server: String = "",
    options: SyncGateway.Options = .init()
  ) async throws {
    let text = """
      {\(cors.map { "\"CORS\": \($0)," } ?? "") \(server) "databases": {"db": {\(database)}}}
      """
    clock = ManualClock()
    gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration(text, profile: profile), profile: profile,
      clock: clock, random: RandomSource(seed: 1), options: options)
  }

  /// Runs a closure with a gateway and stops the gateway afterwards.
  static func run(
    _ database: String = users, profile: Profile = .v1_5, cors: String? = nil,
    server: String = "", options: SyncGateway.Options = .init(),
    _ body: (GatewayHarness) async throws -> Void
  ) async throws {
    let harness = try await GatewayHarness(
      database, profile: profile, cors: cors, server: server, options: options)
    try await using(harness, thenStopping: { await $0.gateway.stop() }, body)
  }

  func callAsFunction(
    _ method: String, _ path: String, admin: Bool = false, as user: String? = nil,
    _ body: String? = nil, bytes: [UInt8]? = nil, headers: [String: String] = [:]
  ) async throws -> Reply {
    let base = admin ? gateway.adminURL : gateway.publicURL
    var fields = ["Host": "127.0.0.1:\(base.port ?? 0)"]
    if let user {
      let pair = Data("\(user):secret".utf8).base64EncodedString()
      fields["Authorization"] = "Basic \(pair)"
    }
    if body != nil { fields["Content-Type"] = "application/json" }
    for (name, value) in headers { fields[name] = value }
    return try await SocketClient.send(
      method, path, port: UInt16(base.port ?? 0), fields: fields,
      body: bytes ?? Array((body ?? "").utf8))
  }

  /// Returns the address of a port as in `Host`.
  func host(admin: Bool = false) -> String {
    "127.0.0.1:\((admin ? gateway.adminURL : gateway.publicURL).port ?? 0)"
  }

  /// Waits until a number of tasks wait for the clock.
  func untilSomebodyWaits(_ count: Int = 1) async {
    while clock.sleeperCount < count { await Task.yield() }
  }

  func admin(_ method: String, _ path: String, _ body: String? = nil) async throws -> Reply {
    try await self(method, path, admin: true, body)
  }
}

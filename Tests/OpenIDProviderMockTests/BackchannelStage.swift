import HTTPServer
import JSON
import LabEnvironment
import OpenIDProviderMock
import Synchronization

/// A provider with clients that ask users on another device, and a server of theirs.
struct BackchannelStage {
  let stage: Stage
  let notices: NoticeBoard

  static let grant = "urn:openid:params:grant-type:ciba"

  static func open(
    login: IssuerConfiguration.Login = .approve,
    change: (inout IssuerConfiguration) -> Void = { _ in },
    _ body: (BackchannelStage) async throws -> Void
  ) async throws {
    let notices = NoticeBoard()
    let listener = try HTTPListener { await notices.take($0) }
    var issuer = Stage.issuer(login: login)
    for mode in TokenDeliveryMode.allCases {
      var client = ClientRegistration(
        clientID: mode.rawValue, clientSecret: "s3cret", redirectURIs: [], responseTypes: [],
        grantTypes: [.ciba, .refreshToken])
      client.tokenDeliveryMode = mode
      client.notificationEndpoint = "http://127.0.0.1:\(listener.port)/notice"
      issuer.clients.append(client)
    }
    change(&issuer)
    do {
      try await Stage.open(["/": issuer]) { stage in
        try await body(BackchannelStage(stage: stage, notices: notices))
      }
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }

  /// Asks for a user's consent; a change replaces a parameter, `nil` drops it.
  func ask(
    _ changes: KeyValuePairs<String, String?> = [:], as client: String = "poll"
  ) async throws -> Reply {
    var parameters: [(String, String)] = [
      ("scope", "openid email"), ("login_hint", "alice"), ("binding_message", "W4SCT"),
      ("client_notification_token", "notice-token"),
    ]
    for (name, value) in changes {
      parameters.removeAll { $0.0 == name }
      if let value { parameters.append((name, value)) }
    }
    return try await stage.browser.post(
      "/bc-authorize", parameters, headers: Stage.basic(client, "s3cret"))
  }

  func begin(
    _ changes: KeyValuePairs<String, String?> = [:], as client: String = "poll"
  ) async throws -> String {
    try await ask(changes, as: client).json.text("auth_req_id")
  }

  func poll(_ id: String, as client: String = "poll") async throws -> Reply {
    try await stage.token(
      ["grant_type": Self.grant, "auth_req_id": id, "redirect_uri": nil], client: client)
  }

  func error(_ id: String, as client: String = "poll") async throws -> String? {
    try await poll(id, as: client).json["error"]?.string
  }
}

/// What the provider has told a client.
actor NoticeBoard {
  private var notices: [HTTPRequest] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take(_ request: HTTPRequest) -> HTTPResponse {
    notices.append(request)
    for waiter in waiting { waiter.resume() }
    waiting = []
    return HTTPResponse(status: 204)
  }

  /// The next notice, as soon as it is there.
  func next() async -> HTTPRequest {
    while notices.isEmpty { await withCheckedContinuation { waiting.append($0) } }
    return notices.removeFirst()
  }

  var isEmpty: Bool { notices.isEmpty }
}

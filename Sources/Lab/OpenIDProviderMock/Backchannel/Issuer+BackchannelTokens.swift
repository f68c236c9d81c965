import Foundation
import JSON

extension Issuer {
  /// The client's side at the token endpoint (CIBA 10.1, 11); a request gives tokens once.
  mutating func redeemBackchannel(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    guard let id = form["auth_req_id"] else {
      throw OAuthError(.invalidRequest, "the parameter 'auth_req_id' is missing")
    }
    settle(id)
    guard var asked = backchannel[id], asked.clientID == client.clientID else {
      throw OAuthError(.invalidGrant, "'auth_req_id' is not one of this client's")
    }
    guard client.tokenDeliveryMode != .push else {
      throw OAuthError(.unauthorizedClient, "the client is sent its tokens, it cannot fetch them")
    }
    defer { if backchannel[id] != nil { backchannel[id] = asked } }
    let (username, authTime, claims) = try asked.decision.poll(at: now)
    backchannel[id] = nil
    return try backchannelTokens(
      asked, for: client, username: username, authTime: authTime, claims: claims)
  }

  private mutating func backchannelTokens(
    _ asked: BackchannelAuthentication, for client: ClientRegistration, username: String,
    authTime: Int, claims: JSONObject, pushedAs id: String? = nil
  ) throws(OAuthError) -> JSONObject {
    let isOffline =
      asked.scopes.contains("offline_access") && client.grantTypes.contains(.refreshToken)
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: username, scopes: asked.scopes, authTime: authTime,
        acr: asked.acr, overrides: asked.claims.merged(with: claims), isOffline: isOffline))
    let refreshToken = isOffline ? issueRefreshToken(for: number) : nil
    var answer = try tokenAnswer(
      for: number, client: client, scopes: asked.scopes,
      pushed: id.map { PushedTokens(requestID: $0, refreshToken: refreshToken) })
    if let refreshToken { answer["refresh_token"] = .string(refreshToken) }
    return answer
  }

  /// When a client is to be told of a decision: at once, when a slow user is ready, or not.
  func dueNotifications(of id: String) -> [(id: String, delay: Int)] {
    guard let asked = backchannel[id], asked.notificationToken != nil, !asked.isNotified,
      let client = client(named: asked.clientID), client.tokenDeliveryMode != .poll
    else { return [] }
    if let scheduled = asked.scheduled { return [(id, max(0, scheduled.moment - now))] }
    return asked.decision.isPending ? [] : [(id, 0)]
  }

  /// What a client is told (CIBA 10.2, 10.3, 12); `nil` while there is nothing to tell.
  mutating func notification(of id: String) -> ClientNotification? {
    settle(id)
    guard let asked = backchannel[id], !asked.isNotified, !asked.decision.isPending,
      let client = client(named: asked.clientID), let token = asked.notificationToken,
      let address = client.notificationEndpoint.flatMap({ URL(string: $0) })
    else { return nil }
    backchannel[id]?.isNotified = true
    var body: JSONObject = ["auth_req_id": .string(id)]
    if client.tokenDeliveryMode == .push {
      backchannel[id] = nil
      let (added, refused) = pushed(asked, to: client, as: id)
      for (name, value) in added.members { body[name] = value }
      return ClientNotification(address: address, token: token, body: body, error: refused)
    }
    return ClientNotification(address: address, token: token, body: body)
  }

  private mutating func pushed(
    _ asked: BackchannelAuthentication, to client: ClientRegistration, as id: String
  ) -> (JSONObject, OAuthError?) {
    do throws(OAuthError) {
      var decision = asked.decision
      let (username, authTime, claims) = try decision.poll(at: now)
      let answer = try backchannelTokens(
        asked, for: client, username: username, authTime: authTime, claims: claims, pushedAs: id)
      return (answer, nil)
    } catch {
      return (error.json, error)
    }
  }
}

/// What binds an ID token to the tokens that are sent with it (CIBA 10.3.1).
struct PushedTokens: Sendable {
  let requestID: String
  let refreshToken: String?
}

import DocgenClocks
import DocgenJSON

extension Issuer {
  private static let deviceLifetime = 600

  /// `/device_authorization` (RFC 8628 3.1 and 3.2).
  mutating func authorizeDevice(
    _ request: EndpointRequest
  ) throws(OAuthError) -> EndpointResponse {
    let (client, form) = try authenticated(request)
    guard client.grantTypes.contains(.deviceCode) else {
      throw OAuthError(.unauthorizedClient, description: "the client is not registered for devices")
    }
    let scopes = form.words("scope").filter(configuration.knownScopes.contains)
    let device = DeviceAuthorization(
      clientID: client.clientID, userCode: DeviceAuthorization.userCode(from: random.bytes(8)),
      scopes: scopes, wantsOfflineAccess: scopes.contains("offline_access"),
      expires: now + Self.deviceLifetime)
    let code = opaqueValue()
    devices.dropExpired(at: now) { $0.expires }
    devices[code] = device
    let page = address(of: .device)
    return .unstored([
      "device_code": .string(code), "user_code": .string(device.userCode),
      "verification_uri": .string(page),
      "verification_uri_complete": .string(page + "?user_code=" + device.userCode),
      "expires_in": .integer(Self.deviceLifetime), "interval": .integer(device.interval),
    ])
  }

  /// `/device`, where the user goes with the code (RFC 8628 3.3).
  mutating func visitDevicePage(
    _ request: EndpointRequest
  ) throws(OAuthError) -> EndpointResponse {
    let parameters = try request.parameters()
    let typed = parameters["user_code"]
    let letters = DeviceAuthorization.letters(of: typed ?? "")
    let found = devices.first {
      now < $0.value.expires && DeviceAuthorization.letters(of: $0.value.userCode) == letters
    }
    guard let (key, device) = found else {
      let page = deviceForm(code: typed, problem: typed == nil ? nil : .code)
      return .page(page, status: typed == nil ? 200 : 403)
    }
    let code = key.text
    guard case .pending = device.decision else { return deviceResponse(device.decision) }
    if let decision = scriptedDecision(for: request) {
      return play(decision, on: code, device: device)
    }
    guard request.isPost else { return .page(deviceForm(code: device.userCode)) }
    if parameters["action"] == "deny" { return decide(.denied, on: code) }
    guard let user = userLoggingIn(with: parameters) else {
      return .page(deviceForm(code: device.userCode, problem: .password), status: 403)
    }
    return decide(.approved(username: user.username, authTime: now), on: code)
  }

  /// Returns the queued decision, or consent of the first user; `nil` when a user must be asked.
  private mutating func scriptedDecision(for request: EndpointRequest) -> UserDecision? {
    if let decision = queuedDecision(for: request) { return decision }
    guard configuration.login == .approve, let user = configuration.users.first else { return nil }
    return user.decision ?? .approve(username: user.username)
  }

  private mutating func play(
    _ decision: UserDecision, on code: String, device: DeviceAuthorization
  ) -> EndpointResponse {
    switch decision {
    case .slow(let seconds, let then):
      return .paused(seconds: seconds, then: then)
    case .deny:
      return decide(.denied, on: code)
    case .abandon:
      return .page(deviceForm(code: device.userCode))
    case .wrongPassword(_, thenRight: false):
      return .page(deviceForm(code: device.userCode, problem: .password), status: 403)
    case .approve(let name, let claims):
      return decide(.approved(username: name, authTime: now, claims: claims), on: code)
    case .wrongPassword(let name, thenRight: true):
      return decide(.approved(username: name, authTime: now), on: code)
    }
  }

  private mutating func decide(
    _ decision: DeviceAuthorization.Decision, on code: String
  ) -> EndpointResponse {
    devices[code]?.decision = decision
    return deviceResponse(decision)
  }

  private func deviceResponse(_ decision: DeviceAuthorization.Decision) -> EndpointResponse {
    if case .approved = decision {
      return .page(
        .notice("The device is connected", text: "You can go on there and close this page."))
    }
    return .page(.notice("The device is not connected", text: "You can close this page."))
  }

  private func deviceForm(code: String?, problem: DeviceForm.Problem? = nil) -> Page {
    DeviceForm(
      action: address(of: .device), userCode: code, problem: problem, person: userFields(nil)
    ).page
  }

  /// Handles the device's request at the token endpoint (RFC 8628 3.4); a code returns tokens only
  /// once.
  mutating func redeemDeviceCode(
    for client: ClientRegistration, form: Parameters
  ) throws(OAuthError) -> JSONObject {
    let code = try form.required("device_code")
    guard var device = devices[code], device.clientID == client.clientID else {
      throw OAuthError(.invalidGrant, description: "the device code is not one of this client's")
    }
    defer { if devices[code] != nil { devices[code] = device } }
    let (username, authTime, claims) = try device.poll(at: now)
    devices[code] = nil
    let number = tokens.add(
      Grant(
        clientID: client.clientID, username: username, scopes: device.scopes, authTime: authTime,
        acr: configuration.acrValues.first, overrides: mapped(form, of: client, and: claims),
        isOffline: device.wantsOfflineAccess && client.grantTypes.contains(.refreshToken)))
    return try tokenResponse(for: number, client: client, scopes: device.scopes)
  }
}

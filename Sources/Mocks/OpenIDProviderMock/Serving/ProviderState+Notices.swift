import DocgenHTTPClient
import DocgenHTTPServer
import Foundation

extension ProviderState {
  private static let transport = DefaultTransport()

  /// Posts logout tokens to clients, all at once, and adds the requests to the log (Back-Channel
  /// Logout 2.5).
  ///
  /// Stops waiting for a client after five seconds.
  func send(_ notices: [LogoutNotice]) async {
    if notices.isEmpty { return }
    let entries = await withTaskGroup(of: (Int, LoggedRequest).self) { group in
      for (index, notice) in notices.enumerated() {
        group.addTask { (index, await Self.sent(notice)) }
      }
      return await group.reduce(into: [(Int, LoggedRequest)]()) { $0.append($1) }
    }
    log(entries.sorted { $0.0 < $1.0 }.map(\.1))
  }

  private static func sent(_ notice: LogoutNotice) async -> LoggedRequest {
    let form = FormFields.encode([("logout_token", notice.token)])
    var status = 0
    if let url = URL(string: notice.address) {
      let request = TransportRequest(
        method: "POST", url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(form.utf8), timeout: .seconds(5), bodyLimit: 1 << 16)
      status = (try? await transport.send(request))?.status ?? 0
    }
    return LoggedRequest(
      method: "POST", path: notice.address, issuer: notice.issuer,
      parameters: [
        .init(
          name: "logout_token",
          value: LoggedRequest.redacted(notice.token, named: "logout_token"))
      ], status: status, sender: .provider)
  }
}

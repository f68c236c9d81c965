import JSON

extension Issuer {
  /// `/authentication_device`, what a user's phone would show (CIBA 8).
  ///
  /// It shows everybody's requests to whoever looks, as only a mock may.
  mutating func visitAuthenticationDevice(_ request: EndpointRequest) -> Answer {
    guard request.isPost else { return .page(requestsPage()) }
    guard let form = request.form else {
      return .errorPage(OAuthError(.invalidRequest, "the body is not a form"))
    }
    let pageID = form["request"]
    guard let id = backchannel.first(where: { $0.value.pageID == pageID })?.key else {
      return .errorPage(
        OAuthError(.invalidRequest, "this request has been answered or is too old"))
    }
    settle(id)
    guard let asked = backchannel[id], asked.decision.isPending, now < asked.decision.expires else {
      return .errorPage(
        OAuthError(.invalidRequest, "this request has been answered or is too old"))
    }
    let isAllowed = form["action"] == "allow"
    if isAllowed, configuration.login == .form,
      user(named: asked.username)?.password != form["password"]
    {
      return .page(requestsPage(problemWith: asked.pageID), status: 403)
    }
    decide(isAllowed ? .approve(username: asked.username) : .deny, on: id)
    var answer = Answer.page(
      isAllowed
        ? .notice("You have agreed", "The application is told so. You can close this page.")
        : .notice("You have refused", "The application is told so. You can close this page."))
    answer.notifications = dueNotifications(of: id)
    return answer
  }

  private mutating func requestsPage(problemWith pageID: String? = nil) -> Page {
    for id in backchannel.keys { settle(id) }
    let pending = backchannel.values.filter { $0.decision.isPending && now < $0.decision.expires }
    return BackchannelForm(
      action: address(of: .authenticationDevice),
      requests: pending.sorted {
        ($0.decision.expires, $0.pageID) < ($1.decision.expires, $1.pageID)
      },
      asksForPassword: configuration.login == .form, problem: pageID
    ).page
  }
}

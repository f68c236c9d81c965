import DocgenClocks
import DocgenHTTPClient
import Foundation
import Testing

@testable import OpenIDClient

/// Every state against every call and every result: what is next, and what is to be done.
@Suite struct ClientStateMachineTests {
  typealias Machine = ClientStateMachine

  static let now = ManualClock.start
  static let redirectURI = URL(string: "com.example.app:/cb")!
  static let metadata = ProviderMetadata(
    issuer: "https://op.example", authorizationEndpoint: URL(string: "https://op.example/auth")!,
    tokenEndpoint: URL(string: "https://op.example/token"),
    keysEndpoint: URL(string: "https://op.example/jwks"))
  static let request: AuthorizationRequest = {
    let settings = ClientSettings(clientID: "app", redirectURI: redirectURI)
    do {
      return try AuthorizationRequest(
        settings, at: metadata, secrets: .init(random: RandomSource(seed: 7)))
    } catch {
      preconditionFailure("\(error)")
    }
  }()
  static let good = Credentials(
    accessToken: "at", refreshToken: "rt", issuedAt: now, expiry: now + 3_600)
  static let expired = Credentials(
    accessToken: "at", refreshToken: "rt", issuedAt: now - 3_600, expiry: now - 1)
  static let expiredForGood = Credentials(
    accessToken: "at", issuedAt: now - 3_600, expiry: now - 1)
  static let endless = Credentials(accessToken: "at", issuedAt: now, expiry: nil)
  static let newer = Credentials(
    accessToken: "at2", refreshToken: "rt2", issuedAt: now, expiry: now + 3_600)
  static let refused = ClientError.token(OAuthError(.invalidGrant), status: 400)
  static let lost = ClientError.transport(.timedOut)

  /// The states a machine can be in, each reached by the calls that lead there.
  enum Start: String, CaseIterable, Sendable {
    case idle, loadingSilently, loading, preparing, authorizing, completing, authorized, renewing
    case rereading, waiting, cancelled, failed

    func machine() throws -> Machine {
      var machine = Machine(refreshAhead: 60)
      if self == .idle { return machine }
      _ = try machine.start(self == .loadingSilently ? .silent : .interactive)
      if self == .loading || self == .loadingSilently { return machine }
      if [.authorized, .renewing, .rereading, .waiting].contains(self) {
        _ = machine.loaded(good, attempt: 1, now: now)
        if self == .authorized { return machine }
        _ = machine.woke(1, now: now + 3_540)
        if self == .renewing { return machine }
        _ = machine.refreshed(
          .failure(self == .rereading ? refused : lost), attempt: 1, now: now, jitter: 0)
        return machine
      }
      _ = machine.loaded(nil, attempt: 1, now: now)
      if self == .preparing { return machine }
      machine.prepared(.success(request), attempt: 1)
      if self == .authorizing { return machine }
      if self == .completing { _ = try machine.handleRedirect(Redirect(answer())) }
      if self == .failed { _ = try machine.handleFailure("gone") }
      if self == .cancelled { machine.cancel(.byUser) }
      return machine
    }
  }

  static func answer(_ parameters: String = "code=c") -> URL {
    URL(string: "\(redirectURI)?\(parameters)&state=\(request.secrets.state)")!
  }

  enum Event: String, CaseIterable, Sendable {
    case startSilently, start, redirect, wrongRedirect, failure, cancel, logOut
    case loadedNothing, loadedGood, loadedExpired, loadedUseless, prepared, unprepared
    case completed, refused, woke, renewed, renewalRefused, renewalLost, renewalForged
    case rereadNewer, rereadSame

    /// Applies it, as a result of the current attempt.
    func apply(to machine: inout Machine) throws(ClientError) -> [Machine.Effect] {
      let attempt = machine.attempt
      switch self {
      case .startSilently: return try machine.start(.silent)
      case .start: return try machine.start(.interactive)
      case .redirect: return try machine.handleRedirect(Redirect(answer()))
      case .wrongRedirect:
        return try machine.handleRedirect(Redirect(URL(string: "com.example.app:/other")!))
      case .failure: return try machine.handleFailure("gone")
      case .cancel:
        machine.cancel(.byUser)
        return []
      case .logOut: return try machine.logOut()
      case .loadedNothing: return machine.loaded(nil, attempt: attempt, now: now)
      case .loadedGood: return machine.loaded(good, attempt: attempt, now: now)
      case .loadedExpired: return machine.loaded(expired, attempt: attempt, now: now)
      case .loadedUseless: return machine.loaded(expiredForGood, attempt: attempt, now: now)
      case .prepared:
        machine.prepared(.success(request), attempt: attempt)
        return []
      case .unprepared:
        machine.prepared(.failure(lost), attempt: attempt)
        return []
      case .completed: return machine.completed(.success(good), attempt: attempt, now: now)
      case .refused:
        return machine.completed(
          .failure(ClientStateMachineTests.refused), attempt: attempt, now: now)
      case .woke: return machine.woke(attempt, now: now + 3_540)
      case .renewed:
        return machine.refreshed(.success(newer), attempt: attempt, now: now, jitter: 0)
      case .renewalRefused:
        return machine.refreshed(
          .failure(ClientStateMachineTests.refused), attempt: attempt, now: now, jitter: 0)
      case .renewalLost:
        return machine.refreshed(.failure(lost), attempt: attempt, now: now, jitter: 0)
      case .renewalForged:
        return machine.refreshed(
          .failure(.idToken(.subject)), attempt: attempt, now: now, jitter: 0)
      case .rereadNewer: return machine.reread(newer, attempt: attempt, now: now)
      case .rereadSame: return machine.reread(good, attempt: attempt, now: now)
      }
    }
  }

  /// The transitions that change something, as `state event: state, effects`.
  ///
  /// All others change nothing; of these, the calls throw, except a silent start that has nothing
  /// to do.
  static let table = """
    idle startSilently: idle, load
    idle start: idle, load
    idle logOut: cancelled(loggedOut), delete
    loadingSilently start: idle
    loadingSilently cancel: cancelled(byUser)
    loadingSilently logOut: cancelled(loggedOut), delete
    loadingSilently loadedNothing: cancelled(notLoggedIn)
    loadingSilently loadedGood: authorized(at), wake 3540
    loadingSilently loadedExpired: authorized(at), refresh
    loadingSilently loadedUseless: cancelled(notLoggedIn)
    loading cancel: cancelled(byUser)
    loading loadedNothing: idle, prepare
    loading loadedGood: authorized(at), wake 3540
    loading loadedExpired: authorized(at), refresh
    loading loadedUseless: idle, prepare
    preparing cancel: cancelled(byUser)
    preparing prepared: authorizing
    preparing unprepared: failed(the server took too long)
    authorizing start: idle, load
    authorizing redirect: fetchingToken, complete
    authorizing failure: failed(the login page could not be shown: gone)
    authorizing cancel: cancelled(byUser)
    completing cancel: cancelled(byUser)
    completing completed: authorized(at), save at, wake 3540
    completing refused: failed(the provider returned no tokens: invalid_grant (400))
    authorized logOut: cancelled(loggedOut), delete
    authorized woke: authorized(at), refresh
    renewing logOut: cancelled(loggedOut), delete
    renewing renewed: authorized(at2), save at2, wake 3540
    renewing renewalRefused: authorized(at), reread
    renewing renewalLost: authorized(at), wake 1
    renewing renewalForged: failed(the ID token is refused: it is about another user), forget
    rereading logOut: cancelled(loggedOut), delete
    rereading rereadNewer: authorized(at2), wake 3540
    rereading rereadSame: failed(the provider returned no tokens: invalid_grant (400)), forget
    waiting logOut: cancelled(loggedOut), delete
    waiting woke: authorized(at), refresh
    cancelled startSilently: idle, load
    cancelled start: idle, load
    cancelled logOut: cancelled(loggedOut), delete
    failed startSilently: idle, load
    failed start: idle, load
    failed cancel: cancelled(byUser)
    failed logOut: cancelled(loggedOut), delete
    """.split(separator: "\n").map { line in
      let halves = line.split(separator: ":", maxSplits: 1)
      return (String(halves[0]), halves[1].dropFirst().description)
    }

  @Test(arguments: Start.allCases, Event.allCases)
  func goesWhereTheTableSays(_ start: Start, _ event: Event) throws {
    let expected = Self.table.first { $0.0 == "\(start) \(event)" }?.1
    let before = try start.machine()
    var machine = before
    do {
      let effects = try event.apply(to: &machine)
      let outcome = ([text(machine.state)] + effects.map { text($0) }).joined(separator: ", ")
      if let expected {
        #expect(outcome == expected)
        #expect(machine.phase != before.phase)
      } else {
        var calls: [Event] = [.start, .redirect, .wrongRedirect, .failure, .logOut]
        let isStarted = start == .loadingSilently || before.state.credentials != nil
        if !isStarted { calls.append(.startSilently) }
        #expect(!calls.contains(event), "\(start) \(event) should throw, not be \(outcome)")
        #expect(machine.phase == before.phase)
        #expect(event == .woke || effects.isEmpty)
      }
    } catch {
      #expect(expected == nil, "\(error)")
      #expect(machine.phase == before.phase)
      #expect(machine.attempt == before.attempt)
      guard case .illegalCall = error else {
        #expect(
          error.description
            == "'com.example.app:/other' is not the redirect URI of this login, 'com.example.app:/cb'"
        )
        #expect(start == .authorizing)
        return
      }
    }
  }

  @Test func tableNamesOnlyWhatThereIs() {
    for (name, _) in Self.table {
      let words = name.split(separator: " ").map(String.init)
      #expect(Start(rawValue: words[0]) != nil && Event(rawValue: words[1]) != nil, "\(name)")
    }
    #expect(Set(Self.table.map(\.0)).count == Self.table.count)
  }

  /// No result of an earlier attempt changes anything.
  @Test(arguments: Start.allCases)
  func ignoresLateResults(_ start: Start) throws {
    let before = try start.machine()
    var machine = before
    let late = machine.attempt - 1
    var effects = machine.loaded(Self.good, attempt: late, now: Self.now)
    machine.prepared(.success(Self.request), attempt: late)
    effects += machine.completed(.success(Self.good), attempt: late, now: Self.now)
    effects += machine.refreshed(.success(Self.newer), attempt: late, now: Self.now, jitter: 0)
    effects += machine.reread(Self.newer, attempt: late, now: Self.now)
    effects += machine.woke(late, now: Self.now + 9_999)
    #expect(effects.isEmpty)
    #expect(machine.phase == before.phase)
  }

  private func text(_ state: ClientState) -> String {
    switch state {
    case .authorized(let credentials): "authorized(\(credentials.accessToken ?? ""))"
    case .cancelled(let cancellation): "cancelled(\(cancellation))"
    case .failed(let error): "failed(\(error))"
    default: state.name
    }
  }

  private func text(_ effect: Machine.Effect) -> String {
    switch effect {
    case .load: "load"
    case .prepare: "prepare"
    case .complete: "complete"
    case .refresh: "refresh"
    case .reread: "reread"
    case .save(let credentials): "save \(credentials.accessToken ?? "")"
    case .delete: "delete"
    case .forget: "forget"
    case .wake(let moment, _): "wake \(Int(moment.timeIntervalSince(Self.now)))"
    }
  }
}

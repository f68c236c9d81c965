import DocgenClocks
import Foundation
import Testing

@testable import OpenIDClient

/// What a call for credentials gets, and when renewals are tried again.
@Suite struct RenewalDecisionTests {
  typealias Fixtures = ClientStateMachineTests
  private let now = ManualClock.start

  private func machine(with credentials: Credentials) throws -> ClientStateMachine {
    var machine = ClientStateMachine(refreshAhead: 60)
    _ = try machine.start(.silent)
    _ = machine.loaded(credentials, attempt: 1, now: credentials.issuedAt)
    return machine
  }

  @Test func givesGoodCredentialsAndRenewsOthers() throws {
    var machine = try machine(with: Fixtures.good)
    #expect(
      machine.demand(minimumLifetime: 3_600, rejected: nil, now: now) == .ready(Fixtures.good))
    #expect(
      machine.demand(minimumLifetime: 0, rejected: "another", now: now) == .ready(Fixtures.good))
    var strict = machine
    #expect(
      strict.demand(minimumLifetime: 3_601, rejected: nil, now: now)
        == .wait([.refresh(Fixtures.good, 1)]))
    #expect(strict.demand(minimumLifetime: 3_601, rejected: nil, now: now) == .wait([]))
    var refused = machine
    #expect(
      refused.demand(minimumLifetime: 0, rejected: "at", now: now)
        == .wait([.refresh(Fixtures.good, 1)]))
    #expect(
      machine.demand(minimumLifetime: 0, rejected: nil, now: now + 3_600)
        == .wait([.refresh(Fixtures.good, 1)]))
  }

  @Test func endsALoginThatCannotBeRenewed() throws {
    var credentials = Fixtures.good
    credentials.refreshToken = nil
    var machine = try machine(with: credentials)
    #expect(
      machine.demand(minimumLifetime: 9_999, rejected: nil, now: now) == .ready(credentials))
    #expect(machine.woke(1, now: now + 3_540) == [.wake(at: now + 3_600, 1)])
    var demanded = machine
    #expect(
      demanded.demand(minimumLifetime: 0, rejected: nil, now: now + 3_600)
        == .unavailable(.expired, [.forget(credentials)]))
    #expect(demanded.state == .failed(.expired))
    #expect(machine.woke(1, now: now + 3_600) == [.forget(credentials)])
    #expect(machine.state == .failed(.expired))
  }

  @Test func neverWakesForCredentialsWithoutExpiry() throws {
    var machine = ClientStateMachine(refreshAhead: 60)
    _ = try machine.start(.silent)
    #expect(machine.loaded(Fixtures.endless, attempt: 1, now: now).isEmpty)
    #expect(machine.woke(1, now: now + 1e9).isEmpty)
    #expect(
      machine.demand(minimumLifetime: 1e9, rejected: nil, now: now) == .ready(Fixtures.endless))
  }

  /// A token that lives ten seconds is renewed after five, not at once and for ever.
  @Test func leavesShortLivedTokensHalfTheirLife() throws {
    let brief = Credentials(
      accessToken: "at", refreshToken: "rt", issuedAt: now, expiry: now + 10)
    var machine = ClientStateMachine(refreshAhead: 60)
    _ = try machine.start(.silent)
    #expect(machine.loaded(brief, attempt: 1, now: now) == [.wake(at: now + 5, 1)])
  }

  @Test func backsOffAndNeverLogsOut() throws {
    var machine = try machine(with: Fixtures.good)
    var now = now + 3_540
    var delays: [Int] = []
    _ = machine.woke(1, now: now)
    for _ in 0..<16 {
      let effects = machine.refreshed(.failure(Fixtures.lost), attempt: 1, now: now, jitter: 0)
      guard case .wake(let moment, 1) = effects.first else {
        Issue.record("\(effects)")
        return
      }
      delays.append(Int(moment.timeIntervalSince(now)))
      #expect(machine.state.credentials == Fixtures.good)
      #expect(machine.woke(1, now: moment - 0.5) == [.wake(at: moment, 1)])
      now = moment
      #expect(machine.woke(1, now: now) == [.refresh(Fixtures.good, 1)])
    }
    #expect(
      delays == [
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 7_200, 7_200, 7_200,
      ])
  }

  /// A wrong clock, or a key that is not published yet, is no forgery.
  @Test(arguments: [
    IDTokenProblem.expired, .notYetValid, .issuedAt, .authenticationTime, .unknownKey,
  ])
  func triesAgainAfterATokenThatMayBeRightLater(_ problem: IDTokenProblem) throws {
    var machine = try machine(with: Fixtures.good)
    _ = machine.woke(1, now: now + 3_540)
    let effects = machine.refreshed(
      .failure(.idToken(problem)), attempt: 1, now: now + 3_540, jitter: 0)
    #expect(effects == [.wake(at: now + 3_541, 1)])
    #expect(machine.state == .authorized(Fixtures.good))
  }

  @Test func hurriesOnDemandButNotIntoAServerAskedAMomentAgo() throws {
    var machine = try machine(with: Fixtures.good)
    let late = now + 3_600
    _ = machine.woke(1, now: late)
    for _ in 0..<5 {
      _ = machine.refreshed(.failure(Fixtures.lost), attempt: 1, now: late, jitter: 1)
      #expect(
        machine.demand(minimumLifetime: 0, rejected: nil, now: late)
          == .unavailable(Fixtures.lost, []))
      #expect(
        machine.demand(minimumLifetime: 0, rejected: nil, now: late + 1)
          == .wait([.refresh(Fixtures.good, 1)]))
    }
  }
}

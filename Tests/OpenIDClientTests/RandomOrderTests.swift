import DocgenClocks
import DocgenHTTPClient
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

@testable import OpenIDClient

/// Calls, cancellations and expiries in random orders, each order from a seed.
@Suite(.fewAtOnce) struct RandomOrderTests {
  struct Dice: RandomNumberGenerator {
    let random: RandomSource
    mutating func next() -> UInt64 {
      random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// 200 seeds of 400 events on the bare state machine.
  @Test(arguments: 0..<200)
  func machineKeepsItsPromises(_ seed: Int) throws {
    var dice = Dice(random: RandomSource(seed: UInt64(seed)))
    var machine = ClientStateMachine(refreshAhead: 60)
    var visited: [String] = []
    var attempt = 0
    for _ in 0..<400 {
      let before = machine
      let event = ClientStateMachineTests.Event.allCases.randomElement(using: &dice) ?? .start
      let effects = (try? event.apply(to: &machine)) ?? []
      if machine.attempt != attempt {
        attempt = machine.attempt
        visited = []
      }
      #expect(machine.attempt == before.attempt || machine.attempt == before.attempt + 1)
      if machine.state.name != before.state.name {
        let name = machine.state.name
        #expect(!visited.contains(name) || name == "idle", "\(name) twice in one login")
        visited.append(name)
      }
      // Who waits is always waited for: a busy machine has handed out the work it waits for.
      let joins = before.phase == .loading(.silent) && event == .start
      if machine.isBusy || machine.isRenewing, machine.phase != before.phase, !joins {
        #expect(effects.contains { !$0.isRecord }, "\(event) leads to \(machine.phase)")
      }
      // Credentials are forgotten exactly when a login that had them fails or is ended.
      let forgets = effects.contains { effect in
        if case .forget = effect { true } else { effect == .delete }
      }
      if forgets { #expect(machine.state.credentials == nil) }
    }
  }

  /// 30 seeds of calls from several tasks against a provider, with cancellations and leaps of time.
  @Test(arguments: 0..<30)
  func clientNeverTrapsHangsOrLeaks(_ seed: Int) async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .always }) { stage in
      weak var leaked: OAuthClient?
      do {
        let client = stage.client(seed: UInt64(seed))
        leaked = client
        let path = Task { [states = await client.states] in
          var names: [String] = []
          for await state in states { names.append(state.name) }
          return names
        }
        await withTaskGroup(of: Void.self) { group in
          for worker in 0..<3 {
            group.addTask {
              var dice = Dice(random: RandomSource(seed: UInt64(seed * 10 + worker)))
              for _ in 0..<12 {
                await Self.anyCall(on: client, stage, &dice)
              }
            }
          }
        }
        await client.cancel()
        try? await client.logOut(revoking: false)
        let state = await client.state
        #expect(state == .cancelled(.loggedOut))
        path.cancel()
        let names = await path.value
        Self.expectEachStateOnce(in: names)
      }
      // A running effect references the client until it is done.
      for _ in 0..<100_000 where leaked != nil { await Task.yield() }
      #expect(leaked == nil)
    }
  }

  /// Between two beginnings, which show as `idle` or as the end of an earlier login, no state of a
  /// login comes twice.
  static func expectEachStateOnce(in names: [String]) {
    var seen: Set<String> = []
    for name in names {
      if ["idle", "cancelled", "failed"].contains(name) {
        seen = []
        continue
      }
      // Renewed credentials are a new value of the same state.
      if name == "authorized" { continue }
      #expect(seen.insert(name).inserted, "\(names)")
    }
  }

  static func anyCall(on client: OAuthClient, _ stage: Stage, _ dice: inout Dice) async {
    let isCancelled = Int.random(in: 0..<4, using: &dice) == 0
    let number = Int.random(in: 0..<11, using: &dice)
    let seconds = Int.random(in: 1..<5_000, using: &dice)
    let task = Task {
      switch number {
      case 0: try await client.start(.silent)
      case 1: try await client.start(.interactive)
      case 2, 3, 4: _ = try await client.logIn(with: stage.browser)
      case 5:
        _ = try await client.handleRedirect(URL(string: "com.example.app:/cb?code=1&state=2")!)
      case 6: try await client.handleFailure("by chance")
      case 7: await client.cancel()
      case 8: stage.clock.advance(by: .seconds(seconds))
      case 9: _ = try await client.credentials()
      default: try await client.logOut(revoking: seconds % 2 == 0)
      }
    }
    if isCancelled { task.cancel() }
    _ = await task.result
  }
}

extension ClientStateMachine.Effect {
  /// Whether nobody waits for it.
  fileprivate var isRecord: Bool {
    switch self {
    case .save, .delete, .forget, .wake: true
    case .load, .prepare, .complete, .refresh, .reread: false
    }
  }
}

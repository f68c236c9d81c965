import DocgenClocks
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Synchronization
import Testing

@testable import OpenIDClient

/// Several clients that share one login at a provider which takes a refresh token that comes twice
/// for a stolen one.
@Suite(.fewAtOnce) struct SharedLoginTests {
  private static let renewal = ("grant_type", "refresh_token")

  /// A login whose credentials lie in a file.
  private func open(
    rotation: IssuerConfiguration.RefreshTokenRotation = .reuseDetection,
    _ body: (Stage, OAuthClient, String) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "credentials.sqlite").path
    try await Stage.open(change: { $0.refreshTokenRotation = rotation }) { stage in
      let client = stage.client(store: try SQLiteCredentialStore(at: URL(filePath: path)))
      _ = try await client.logIn(with: stage.browser)
      try await body(stage, client, path)
    }
  }

  private func process(_ stage: Stage, _ path: String, rounds: Int) throws -> RunningProgram {
    try RunningProgram(
      BuiltProducts.folder.appending(path: "CredentialSharer"),
      [
        stage.provider.issuer(), path, "\(stage.clock.now.timeIntervalSince1970)", "\(rounds)",
      ])
  }

  /// All that a program still writes.
  private func rest(_ program: RunningProgram) async -> String {
    await program.output.reduce(into: "") { $0 += $1 }
  }

  @Test func twoProcessesRenewOneAfterAnother() async throws {
    try await open { stage, client, path in
      let programs = [
        try process(stage, path, rounds: 25), try process(stage, path, rounds: 25),
      ]
      let told = await withTaskGroup(of: String.self) { group in
        for program in programs { group.addTask { await rest(program) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for program in programs { await #expect(program.end() == 0) }
      for text in told {
        #expect(text.components(separatedBy: "renewed ").count == 26, "\(text)")
      }
      // What each of them used came from the other or from the provider, and never twice.
      let answers = await stage.provider.requests.filter { $0[Self.renewal.0] == Self.renewal.1 }
      #expect((25...50).contains(answers.count))
      #expect(answers.allSatisfy { $0.status == 200 })
      let kept = try await client.credentials(
        replacing: try #require(client.state.credentials).accessToken)
      #expect(told.contains { $0.contains("renewed \(kept.accessToken ?? "-").") })
      await #expect(stage.count("/token", Self.renewal) == answers.count)
    }
  }

  @Test func aProcessWaitsForTheRenewalOfAnother() async throws {
    try await open { stage, client, path in
      let first = try #require(await client.state.credentials)
      try await stage.provider.inject(.delay(seconds: 5), into: .token)
      let renewal = Task { try await client.credentials(replacing: first.accessToken) }
      while await stage.count("/token", Self.renewal) == 0 { await Task.yield() }
      // The other one still finds the old credentials, whose renewal is under way.
      let program = try process(stage, path, rounds: 1)
      let found = try await program.first(/found (.*)\./)?.1
      #expect(found.map(String.init) == first.accessToken)
      stage.clock.advance(by: .seconds(5))
      let second = try await renewal.value
      let told = await rest(program)
      #expect(told == "renewed \(second.accessToken ?? "-").\n")
      await #expect(program.end() == 0)
      await #expect(stage.count("/token", Self.renewal) == 1)
    }
  }

  @Test func theLockOfAProcessEndsWithIt() async throws {
    try await open(rotation: .off) { stage, client, path in
      let first = try #require(await client.state.credentials)
      try await stage.provider.inject(.delay(seconds: 5), into: .token)
      let program = try process(stage, path, rounds: 1)
      while await stage.count("/token", Self.renewal) == 0 { await Task.yield() }
      // It has the lock, because no other process can get it.
      await #expect(throws: FileLock.Busy.self) {
        _ = try await FileLock(path + "-lock", waitingUpTo: .zero)
      }
      program.stop()
      let second = try await client.credentials(replacing: first.accessToken)
      #expect(second.accessToken != first.accessToken)
      stage.clock.advance(by: .seconds(5))
    }
  }

  @Test func clientsOfOneProcessRenewOneAfterAnother() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "credentials.sqlite")
    for store in [InMemoryCredentialStore(), try SQLiteCredentialStore(at: file)]
      as [any CredentialStore]
    {
      try await Stage.open(change: { $0.refreshTokenRotation = .reuseDetection }) { stage in
        let clients = (0..<8).map { stage.client(seed: $0, store: store) }
        let first = try await clients[0].logIn(with: stage.browser)
        for client in clients.dropFirst() { try await client.start(.silent) }
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
          for client in clients {
            group.addTask { try await client.credentials(replacing: first.accessToken).accessToken }
          }
          return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        await #expect(stage.count("/token", Self.renewal) == 1)
      }
    }
  }

  /// 20 seeds of leaps of time, each of which wakes three clients that are also asked for
  /// credentials by callers that may give up.
  @Test(arguments: 0..<20) func noTokenIsEverUsedTwice(_ seed: Int) async throws {
    let folder = try TemporaryFolder()
    try await Stage.open(change: { issuer in
      issuer.refreshTokenRotation = .reuseDetection
      issuer.lifetimes.refreshToken = 40 * 86_400
    }) { stage in
      let store = try SQLiteCredentialStore(at: folder.url.appending(path: "a"))
      let clients = (0..<3).map { stage.client(seed: UInt64(seed * 3 + $0), store: store) }
      _ = try await clients[0].logIn(with: stage.browser)
      for client in clients.dropFirst() { try await client.start(.silent) }
      var dice = RandomOrderTests.Dice(random: RandomSource(seed: UInt64(seed)))
      for _ in 0..<8 {
        stage.clock.advance(by: .seconds(Int.random(in: 1..<5_000, using: &dice)))
        await withTaskGroup(of: Void.self) { group in
          for client in clients + clients {
            var dice = RandomOrderTests.Dice(random: RandomSource(seed: dice.next()))
            group.addTask { await Self.anyDemand(on: client, &dice) }
          }
        }
        // Until nobody has a reason to renew: a leap in the middle would age the answer.
        for client in clients {
          try await #expect(client.credentials(minimumLifetime: .seconds(61)).subject == "a-1")
          while await client.machine.isRenewing { await Task.yield() }
        }
      }
      let renewals = await stage.provider.requests.filter { $0[Self.renewal.0] == Self.renewal.1 }
      #expect(renewals.count >= 3)
      #expect(renewals.allSatisfy { $0.status == 200 })
      #expect(Set(renewals.map { $0["refresh_token"] }).count == renewals.count)
    }
  }

  private static func anyDemand(
    on client: OAuthClient, _ dice: inout RandomOrderTests.Dice
  ) async {
    let number = Int.random(in: 0..<3, using: &dice)
    let seconds = Int.random(in: 1..<5_000, using: &dice)
    let isCancelled = Int.random(in: 0..<4, using: &dice) == 0
    let task = Task {
      switch number {
      case 0: _ = try await client.credentials(minimumLifetime: .seconds(seconds))
      case 1:
        let token = await client.state.credentials?.accessToken
        _ = try await client.credentials(replacing: token)
      default: _ = try await client.credentials()
      }
    }
    if isCancelled { task.cancel() }
    _ = await task.result
  }

  /// A renewal that was lost from the store must not send the client back to the token before it.
  @Test func aStoreThatIsBehindIsNotBelieved() async throws {
    try await Stage.open(change: { $0.refreshTokenRotation = .reuseDetection }) { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      stage.clock.advance(by: .seconds(1))
      let second = try await client.credentials(replacing: first.accessToken)
      await stage.store.save(first, for: client.key)
      let third = try await client.credentials(replacing: second.accessToken)
      #expect(![first.accessToken, second.accessToken].contains(third.accessToken))
      await #expect(stage.store.load(client.key) == third)
    }
  }

  /// A lock that isn't available logs nobody out.
  @Test func staysLoggedInWhereTheStoreCannotBeLocked() async throws {
    try await Stage.open { stage in
      let client = stage.client(store: UnlockableStore())
      let first = try await client.logIn(with: stage.browser)
      await #expect(throws: ClientError.storage("somebody else has the lock")) {
        try await client.credentials(replacing: first.accessToken)
      }
      await #expect(client.state == .authorized(first))
      await #expect(client.storageProblem == "somebody else has the lock")
      await #expect(stage.count("/token", Self.renewal) == 0)
    }
  }

  /// As the Keychain before the first unlock of a device.
  @Test func staysLoggedInWhileTheStoreCannotBeRead() async throws {
    try await Stage.open { stage in
      let stored = try await stage.client().logIn(with: stage.browser)
      let store = LockedStore(store: stage.store)
      let client = stage.client(store: store)
      for _ in 0..<2 {
        let error = await #expect(throws: ClientError.storage("locked")) {
          try await client.credentials()
        }
        #expect(error?.requiresLogin == false && error?.isTransient == true)
      }
      store.isLocked.withLock { $0 = false }
      try await #expect(client.credentials() == stored)
      await #expect(client.state == .authorized(stored))
    }
  }

  @Test func aLogoutWhileTheStoreIsReadRevokesItsTokens() async throws {
    try await Stage.open { stage in
      _ = try await stage.client().logIn(with: stage.browser)
      let (loads, loading) = AsyncStream.makeStream(of: Void.self)
      let (permissions, permit) = AsyncStream.makeStream(of: Void.self)
      let client = stage.client(
        store: LockedStore(store: stage.store, isLocked: false) {
          loading.yield()
          _ = await permissions.first { _ in true }
        })
      let credentials = Task { try await client.credentials() }
      _ = await loads.first { _ in true }
      let logout = Task { try await client.logOut() }
      _ = await stage.wait(for: client) { $0 == .cancelled(.loggedOut) }
      permit.finish()
      try await logout.value
      _ = await credentials.result
      await #expect(stage.count("/revoke") == 1)
      await #expect(stage.store.load(client.key) == nil)
    }
  }
}

/// A store that can't be read while it is locked.
private final class LockedStore: CredentialStore {
  struct Problem: Error, CustomStringConvertible { let description = "locked" }
  private let store: InMemoryCredentialStore
  private let wait: @Sendable () async -> Void
  let isLocked: Mutex<Bool>

  init(
    store: InMemoryCredentialStore, isLocked: Bool = true,
    waiting wait: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.wait = wait
    self.isLocked = Mutex(isLocked)
  }

  func load(_ key: CredentialKey) async throws -> Credentials? {
    await wait()
    if isLocked.withLock(\.self) { throw Problem() }
    return await store.load(key)
  }
  func save(_ credentials: Credentials, for key: CredentialKey) async {
    await store.save(credentials, for: key)
  }
  func delete(_ key: CredentialKey) async { await store.delete(key) }
}

/// A store whose lock is never available.
private struct UnlockableStore: CredentialStore {
  struct Problem: Error, CustomStringConvertible { let description = "somebody else has the lock" }
  private let inner = InMemoryCredentialStore()

  func load(_ key: CredentialKey) async -> Credentials? { await inner.load(key) }
  func save(_ credentials: Credentials, for key: CredentialKey) async {
    await inner.save(credentials, for: key)
  }
  func delete(_ key: CredentialKey) async { await inner.delete(key) }
  func exclusively<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async -> Value
  ) async throws -> Value {
    throw Problem()
  }
}

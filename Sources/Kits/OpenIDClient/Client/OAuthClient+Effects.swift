import Clocks
import Foundation

/// Carrying out what the state machine decides.
extension OAuthClient {
  /// Does what must be done and tells readers of the new state, once it is stored; of a logout
  /// at once, for that may have to wait for somebody's renewal.
  ///
  /// - Parameter isInTurn: whether this client has the turn to renew, and so to change the store.
  func carryOut(_ effects: [ClientStateMachine.Effect], isInTurn: Bool = false) {
    var storesFirst = false
    for effect in effects {
      switch effect {
      case .save(let credentials):
        storesFirst = true
        change(isInTurn: isInTurn) { store, key in try await store.save(credentials, for: key) }
      case .delete:
        deletion = change { store, key in
          let deleted = try? await store.load(key)
          try await store.delete(key)
          return deleted
        }
      case .forget(let credentials):
        storesFirst = true
        change(isInTurn: isInTurn) { store, key in
          guard let stored = try await store.load(key), stored.hasTokens(of: credentials) else {
            return
          }
          try await store.delete(key)
        }
      case .wake(let moment, let attempt): wake(at: moment, attempt)
      case .load, .prepare, .complete, .refresh, .reread:
        work = Task { await self.perform(effect) }
      }
    }
    let change = storing
    if storesFirst, let change {
      Task {
        await change.value
        self.announce()
      }
    } else {
      announce()
    }
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting { waiter.resume() }
  }

  /// Tells readers of the present state.
  func announce() { subscribers.publish(machine.state) }

  private func perform(_ effect: ClientStateMachine.Effect) async {
    switch effect {
    case .load(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.loaded(stored, attempt, now: clock.now))
    case .prepare(let attempt):
      let result = await authorizationRequest()
      machine.prepared(result, attempt)
      carryOut([])
    case .complete(let answer, let request, let attempt):
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.complete(answer, to: request)
      })
      carryOut(machine.completed(result, attempt, now: clock.now))
    case .refresh(let credentials, let attempt):
      await renewInTurn(credentials, attempt)
    case .reread(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.reread(stored, attempt, now: clock.now))
    case .save, .delete, .forget, .wake: break
    }
  }

  private func authorizationRequest() async -> Result<AuthorizationRequest, ClientError> {
    await Result(catching: { () async throws(ClientError) in
      try await AuthorizationRequest(
        self.settings, at: self.connection.metadata(),
        secrets: AuthorizationRequest.Secrets(random: self.random))
    })
  }

  // MARK: Renewal

  /// Renews credentials while nobody else who shares them does: a provider that rotates refresh
  /// tokens takes one that comes twice for a stolen one, and logs everybody out.
  private func renewInTurn(_ credentials: Credentials, _ attempt: Int) async {
    // Changes take turns too; those before this renewal must not wait for its end.
    await storedChanges()
    do {
      try await store.exclusively(for: key) { await self.renew(credentials, attempt) }
    } catch is CancellationError {
      // Only the end of this login cancels its work.
    } catch {
      storageProblem = "\(error)"
      await renewed(.failure(.storage("\(error)")), attempt)
    }
  }

  /// Renews credentials, unless somebody else has done it in the meantime, and keeps the new ones.
  private func renew(_ credentials: Credentials, _ attempt: Int) async {
    let stored = await readStore().flatMap { $0.succeed(credentials) ? $0 : nil }
    guard machine.attempt == attempt else { return }
    if let stored, !stored.isExpired(at: clock.now) {
      await renewed(.success(stored), attempt)
    } else {
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.renew(stored ?? credentials)
      })
      await renewed(result, attempt)
    }
  }

  private func renewed(_ result: Result<Credentials, ClientError>, _ attempt: Int) async {
    // A login that has ended meanwhile waits for its turn to clear the store.
    guard machine.attempt == attempt else { return }
    let jitter = Double(random.bytes(1)[0]) / 255
    carryOut(
      machine.refreshed(result, attempt, now: clock.now, jitter: jitter), isInTurn: true)
    // Whoever is next must find them.
    await storedChanges()
  }

  // MARK: The timer

  private func wake(at moment: Date, _ attempt: Int) {
    timer?.cancel()
    // Weak: a client that nobody holds any more must not wait for its next renewal.
    timer = Task { [weak self, clock] in
      guard (try? await clock.sleep(until: moment)) != nil else { return }
      await self?.timerFired(attempt)
    }
  }

  private func timerFired(_ attempt: Int) {
    carryOut(machine.woke(attempt, now: clock.now))
  }

  /// Ends what is under way for a login that is over.
  func stopWorking() {
    work?.cancel()
    timer?.cancel()
  }
}

extension Credentials {
  /// Whether they came from a renewal of the older ones; a store that could not be written still has
  /// those before them.
  func succeed(_ older: Credentials) -> Bool {
    refreshToken != nil && refreshToken != older.refreshToken && issuedAt >= older.issuedAt
  }

  fileprivate func hasTokens(of other: Credentials) -> Bool {
    (accessToken, refreshToken, idToken) == (other.accessToken, other.refreshToken, other.idToken)
  }
}

extension Result {
  /// The outcome of an asynchronous call.
  fileprivate init(
    catching body: @Sendable () async throws(Failure) -> Success
  ) async where Success: Sendable {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

import DocgenClocks
import Foundation

/// Carries out the state machine's effects.
extension OAuthClient {
  /// Carries out effects, then publishes the new state.
  ///
  /// After a save it publishes when the store has finished; after a logout immediately, because the
  /// deletion may wait for another client's renewal.
  ///
  /// - Parameter isInTurn: whether this client has the turn to renew, and so may change the
  ///   store.
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
      case .wake(let moment, let attempt): wake(at: moment, attempt: attempt)
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

  /// Publishes the current state to all readers.
  func announce() { subscribers.publish(machine.state) }

  private func perform(_ effect: ClientStateMachine.Effect) async {
    switch effect {
    case .load(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.loaded(stored, attempt: attempt, now: clock.now))
    case .prepare(let attempt):
      let result = await authorizationRequest()
      machine.prepared(result, attempt: attempt)
      carryOut([])
    case .complete(let response, let request, let attempt):
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.complete(response, to: request)
      })
      carryOut(machine.completed(result, attempt: attempt, now: clock.now))
    case .refresh(let credentials, let attempt):
      await renewInTurn(credentials, attempt: attempt)
    case .reread(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.reread(stored, attempt: attempt, now: clock.now))
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

  /// Renews credentials while no other client that shares them does.
  ///
  /// A provider that rotates refresh tokens treats a token that arrives twice as stolen, and logs
  /// every client out.
  private func renewInTurn(_ credentials: Credentials, attempt: Int) async {
    // Store changes need the turn too; finish the earlier ones before this renewal acquires it.
    await storedChanges()
    do {
      try await store.exclusively(for: key) { await self.renew(credentials, attempt: attempt) }
    } catch is CancellationError {
      // The renewal is cancelled only when its login ends.
    } catch {
      storageProblem = "\(error)"
      await renewed(.failure(.storage("\(error)")), attempt: attempt)
    }
  }

  /// Renews credentials and stores the result, unless another client renewed them in the meantime.
  private func renew(_ credentials: Credentials, attempt: Int) async {
    let stored = await readStore().flatMap { $0.succeed(credentials) ? $0 : nil }
    guard machine.attempt == attempt else { return }
    if let stored, !stored.isExpired(at: clock.now) {
      await renewed(.success(stored), attempt: attempt)
    } else {
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.renew(stored ?? credentials)
      })
      await renewed(result, attempt: attempt)
    }
  }

  private func renewed(_ result: Result<Credentials, ClientError>, attempt: Int) async {
    // If the login ended meanwhile, its deletion is waiting for this turn.
    guard machine.attempt == attempt else { return }
    let jitter = Double(random.bytes(1)[0]) / 255
    carryOut(
      machine.refreshed(result, attempt: attempt, now: clock.now, jitter: jitter), isInTurn: true)
    // The next client to get the turn must find the new credentials.
    await storedChanges()
  }

  // MARK: The timer

  private func wake(at moment: Date, attempt: Int) {
    timer?.cancel()
    // Weak, so that the timer doesn't keep an unused client alive until the next renewal.
    timer = Task { [weak self, clock] in
      guard (try? await clock.sleep(until: moment)) != nil else { return }
      await self?.timerFired(attempt)
    }
  }

  private func timerFired(_ attempt: Int) {
    carryOut(machine.woke(attempt, now: clock.now))
  }

  /// Cancels the task and the timer of a login that is over.
  func stopWorking() {
    work?.cancel()
    timer?.cancel()
  }
}

extension Credentials {
  /// Whether these credentials came from a renewal of `older`.
  ///
  /// If a write failed, the store still has credentials from before `older`.
  func succeed(_ older: Credentials) -> Bool {
    refreshToken != nil && refreshToken != older.refreshToken && issuedAt >= older.issuedAt
  }

  fileprivate func hasTokens(of other: Credentials) -> Bool {
    (accessToken, refreshToken, idToken) == (other.accessToken, other.refreshToken, other.idToken)
  }
}

extension Result {
  /// Creates the result of an asynchronous closure.
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

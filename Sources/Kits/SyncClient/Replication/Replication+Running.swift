import DocgenClocks
import Foundation

extension Replication {
  /// Replicates until everything is transferred, the retries are used up, or the task is cancelled.
  ///
  /// - Returns: the error that stopped it; `nil` when there was none.
  func replicate() async -> SyncError? {
    while !Task.isCancelled {
      let error: SyncError
      do {
        try await pass()
        return nil
      } catch let failure as DatabaseError {
        error = .database(failure)
      } catch let failure {
        error = SyncError(ofApp: failure)
      }
      if Task.isCancelled { return nil }
      switch retries.failed(error, jitter: random.bytes(1)[0]) {
      case .giveUp: return error
      case .tryAgain(let wait):
        board.update { status in
          status.activity = .offline
          status.lastError = error
        }
        await rest(for: wait)
        board.update { $0.activity = .connecting }
      }
    }
    return nil
  }

  /// Signs in and transfers all changes.
  private func pass() async throws {
    let user = try await gateway.signIn()
    let id = Checkpoint.id(
      database: try await database.identifier, gateway: gateway.endpoint.database.absoluteString,
      user: user, direction: direction, channels: options.channels,
      hasFilter: options.filter != nil)
    let checkpoints = CheckpointStore(id: id, database: database, gateway: gateway)
    switch direction {
    case .pull:
      try await PullPass(
        database: database, gateway: gateway, checkpoints: checkpoints, board: board,
        options: options, isContinuous: isContinuous, succeeded: { await self.succeeded() }
      ).run()
    case .push:
      try await PushPass(
        database: database, gateway: gateway, checkpoints: checkpoints, board: board,
        options: options, isContinuous: isContinuous, succeeded: { await self.succeeded() }
      ).run()
    }
  }

  private func succeeded() {
    retries.succeeded()
    board.update { $0.lastError = nil }
  }

  /// Waits for a duration, or until `retryNow`.
  private func rest(for wait: Duration) async {
    let moment = clock.now + wait / .seconds(1)
    let nudge = nudges.sequence
    await withTaskGroup(of: Void.self) { [clock, nudges] group in
      group.addTask { try? await clock.sleep(until: moment) }
      group.addTask { await nudges.wait(after: nudge) }
      await group.next()
      group.cancelAll()
    }
  }
}

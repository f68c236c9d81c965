extension Database {
  /// The changes behind a sequence and all that follow, until the task is cancelled.
  ///
  ///     for try await change in database.changes() { print(change.id) }
  ///
  /// A document that changes several times while nobody looks is given once, as it then is.
  ///
  /// - Parameter sequence: the last change that the caller knows; `nil` for only those to come.
  public func changes(since sequence: Int? = nil) -> DatabaseChanges {
    DatabaseChanges(database: self, start: sequence)
  }

  /// The changes behind a sequence that are there now, at most `limit`, in order.
  ///
  /// - Throws: `DatabaseError.storage`.
  public func changes(since sequence: Int, limit: Int) async throws -> [DocumentChange] {
    try await read { try $0.changes(since: sequence, limit: limit).compactMap { $0.change() } }
  }

  /// How many documents have changed behind a sequence.
  func changeCount(since sequence: Int) async throws -> Int {
    try await read { try $0.changeCount(since: sequence) }
  }

  /// Returns once there is a change behind a sequence, or the task is cancelled.
  func waitForChange(after sequence: Int) async throws {
    if try await lastSequence > sequence { return }
    await signal.wait(after: sequence)
  }
}

/// The changes of a database as they come; never ends by itself.
public struct DatabaseChanges: AsyncSequence, Sendable {
  let database: Database
  let start: Int?

  /// Begins to follow.
  public func makeAsyncIterator() -> Iterator { Iterator(database: database, sequence: start) }

  /// Reads changes in portions and waits when there are none.
  public struct Iterator: AsyncIteratorProtocol {
    private static let portion = 100
    let database: Database
    var sequence: Int?
    var pending: ArraySlice<DocumentChange> = []

    /// The next change; `nil` once the task is cancelled.
    ///
    /// - Throws: `DatabaseError.storage`.
    public mutating func next() async throws -> DocumentChange? {
      while pending.isEmpty {
        if Task.isCancelled { return nil }
        guard let known = sequence else {
          sequence = try await database.lastSequence
          continue
        }
        pending = try await database.changes(since: known, limit: Self.portion)[...]
        if let last = pending.last {
          sequence = last.sequence
        } else {
          try await database.waitForChange(after: known)
        }
      }
      return pending.popFirst()
    }
  }
}

extension Database {
  /// Returns the changes after a sequence and all later ones, until the task is cancelled.
  ///
  ///     for try await change in database.changes() { print(change.id) }
  ///
  /// If a document changes several times between two reads, the sequence has it once, in its latest
  /// state.
  ///
  /// - Parameter sequence: the last change that the caller knows; `nil` for future changes only.
  public func changes(since sequence: Int? = nil) -> DatabaseChanges {
    DatabaseChanges(database: self, start: sequence)
  }

  /// Returns the current changes after a sequence, at most `limit`, in order.
  ///
  /// ```swift runnable
  /// let database = try Database()
  /// try await database.save([:], as: "a")
  /// try await database.save([:], as: "b")
  /// print(try await database.changes(since: 1, limit: 10).map(\.id))
  /// ```
  ///
  /// ```output
  /// ["b"]
  /// ```
  ///
  /// - Throws: `DatabaseError.storage`.
  public func changes(since sequence: Int, limit: Int) async throws -> [DocumentChange] {
    try await read { try $0.changes(since: sequence, limit: limit).compactMap { $0.change() } }
  }

  /// Waits for a change after a sequence, or until the task is cancelled.
  func waitForChange(after sequence: Int) async throws {
    if try await lastSequence > sequence { return }
    await signal.wait(after: sequence)
  }
}

/// The changes of a database as they happen; never ends by itself.
public struct DatabaseChanges: AsyncSequence, Sendable {
  let database: Database
  let start: Int?

  /// Creates an iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(database: database, sequence: start) }

  /// Reads changes in batches and waits when there are none.
  public struct Iterator: AsyncIteratorProtocol {
    private static let batchSize = 100
    let database: Database
    var sequence: Int?
    var pending: ArraySlice<DocumentChange> = []

    /// Returns the next change; `nil` once the task is cancelled.
    ///
    /// - Throws: `DatabaseError.storage`.
    public mutating func next() async throws -> DocumentChange? {
      while pending.isEmpty {
        if Task.isCancelled { return nil }
        guard let known = sequence else {
          sequence = try await database.lastSequence
          continue
        }
        pending = try await database.changes(since: known, limit: Self.batchSize)[...]
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

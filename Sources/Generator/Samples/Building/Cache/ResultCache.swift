import DocgenGround
import DocgenHashing
import DocgenSQLite
import Foundation

/// The results of earlier builds: compiled samples, runs, and the toolchain's properties.
///
/// Keys are hashes of contents, never of times or absolute paths. Every value is stored with its
/// own hash and used only if the hash still matches. If the cache can't be used, the build does
/// without it; a damaged one is created again. `remarks` says so. A shared cache may have values
/// that this one lacks.
actor ResultCache {
  /// The kinds of values.
  enum Kind: String, Sendable, CaseIterable {
    case toolchains, samples, runs, objects, names

    /// Whether other machines can use them.
    var isShared: Bool { self != .toolchains }
  }

  /// Notes for the user.
  private(set) var remarks: [String] = []

  private let file: String
  private let remote: RemoteCache?
  private var database: Database?
  private var generation = 0

  /// The version of the tables and of their values; others are deleted.
  private static let version = 4
  /// The number of builds after which an unused value is deleted.
  private static let keptGenerations = 30

  /// Creates the cache in a folder, and the folder if it doesn't exist.
  init(folder: String, remote: RemoteCache? = nil) {
    file = "\(folder)/samples.sqlite"
    self.remote = remote
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      remarks.append("the sample cache can't be used: \(error.systemReason)")
    }
  }

  /// Whether the database is open.
  var isOpen: Bool { database != nil }

  /// Whether there is a shared cache.
  var isShared: Bool { remote != nil }

  /// Opens the database, or stops using it.
  func open() {
    guard remarks.isEmpty else { return }
    do {
      try prepare()
    } catch {
      recover(from: error)
    }
  }

  /// Deletes values unused for a long time, and closes the database.
  func close() async {
    attempt { database in
      // Only in every tenth build, because scanning all values takes longer than most builds.
      guard generation.isMultiple(of: 10) else { return }
      for kind in Kind.allCases {
        _ = try database.execute(
          "DELETE FROM \(kind.rawValue) WHERE generation < ?",
          binding: [SQLiteValue(generation - ResultCache.keptGenerations)])
      }
    }
    database = nil
    remarks += await remote?.remarks ?? []
  }

  /// Returns the value for a key.
  ///
  /// Reads from the file happen one at a time; decoding happens concurrently.
  nonisolated func value<Value: Decodable>(in kind: Kind, for key: String) async -> Value? {
    if let content = await bytes(in: kind, for: key), let value: Value = Self.value(of: content) {
      return value
    }
    guard kind.isShared, let content = await remote?.value(for: key),
      let value: Value = Self.value(of: content)
    else { return nil }
    await write(content, in: kind, for: key)
    return value
  }

  private static func value<Value: Decodable>(of content: [UInt8]) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(content))
  }

  /// Stores a value for a key, and replaces the previous one.
  func store(_ value: some Encodable, in kind: Kind, for key: String) async {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(value) else { return }
    let bytes = [UInt8](data)
    write(bytes, in: kind, for: key)
    if kind.isShared { await remote?.store(bytes, for: key) }
  }

  /// Stores a compiled sample, its object first, so that a stored digest always has its object.
  func store(_ sample: CompiledSample, for key: String) async {
    if let object = sample.object, let digest = sample.objectDigest {
      write(object, in: .objects, for: digest)
      _ = await remote?.store(object)
    }
    await store(sample, in: .samples, for: key)
  }

  /// Returns the object of a digest; `nil` when neither cache has it.
  func object(_ digest: String) async -> [UInt8]? {
    if let object = bytes(in: .objects, for: digest) { return object }
    guard let object = await remote?.blob(digest) else { return nil }
    write(object, in: .objects, for: digest)
    return object
  }

  private func write(_ bytes: [UInt8], in kind: Kind, for key: String) {
    attempt { database in
      _ = try database.execute(
        "INSERT OR REPLACE INTO \(kind.rawValue) VALUES (?, ?, ?, ?)",
        binding: [
          .text(key), .blob(bytes), .text(ResultCache.seal(key, value: bytes)),
          SQLiteValue(generation),
        ])
    }
  }

  private func bytes(in kind: Kind, for key: String) -> [UInt8]? {
    var found: [UInt8]?
    attempt { database in
      guard
        let row = try database.first(
          "SELECT value, seal, generation FROM \(kind.rawValue) WHERE key = ?",
          binding: [.text(key)])
      else { return }
      guard let value = row[0].blob, row[1].text == ResultCache.seal(key, value: value) else {
        throw Damage()
      }
      found = value
      // The age needn't be exact, and writing takes longer than reading.
      guard let age = row[2].integer.map({ generation - Int($0) }), age > 5 else { return }
      _ = try database.execute(
        "UPDATE \(kind.rawValue) SET generation = ?1 WHERE key = ?2",
        binding: [SQLiteValue(generation), .text(key)])
    }
    return found
  }

  private static func seal(_ key: String, value: [UInt8]) -> String {
    var hash = ContentHash()
    hash.add(key)
    hash.add(value)
    return hash.hexadecimal
  }
}

extension ResultCache {
  /// An error for a stored value whose hash doesn't match.
  private struct Damage: Error {}

  /// Calls a function with the database, and handles its errors.
  func attempt(_ body: (Database) throws -> Void) {
    guard let database else { return }
    do {
      try body(database)
    } catch {
      recover(from: error)
    }
  }

  /// Creates a damaged file again; after any other error, stops using the database.
  private func recover(from error: any Error) {
    database = nil
    // 1 SQLITE_ERROR, which here means a missing table or column, 11 SQLITE_CORRUPT, 26
    // SQLITE_NOTADB (https://www.sqlite.org/rescode.html).
    let isDamaged = error is Damage || [1, 11, 26].contains((error as? SQLiteError)?.primaryCode)
    guard isDamaged, !remarks.contains(ResultCache.damaged) else {
      let reason = (error as? SQLiteError)?.message ?? error.systemReason
      remarks.append("the sample cache can't be used: \(reason)")
      return
    }
    remarks.append(ResultCache.damaged)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file + suffix)
    }
    do {
      try prepare()
    } catch {
      recover(from: error)
    }
  }

  private static let damaged = "the sample cache was damaged; it is created again"

  private func prepare() throws {
    let database = try Database(.file(file), busyTimeout: .seconds(2))
    let found = try database.userVersion()
    if found != ResultCache.version { try createTables(in: database) }
    // After a power failure, lost values are just built again.
    try database.executeScript("PRAGMA synchronous = OFF;")
    _ = try database.execute("INSERT INTO builds DEFAULT VALUES")
    generation = Int(database.lastInsertedRowID)
    _ = try database.execute(
      "DELETE FROM builds WHERE number < ?", binding: [SQLiteValue(generation)])
    self.database = database
  }

  private func createTables(in database: Database) throws {
    try database.transaction {
      for kind in Kind.allCases {
        try database.executeScript(
          """
          DROP TABLE IF EXISTS \(kind.rawValue);
          CREATE TABLE \(kind.rawValue) (
            key TEXT PRIMARY KEY, value BLOB NOT NULL, seal TEXT NOT NULL,
            generation INTEGER NOT NULL);
          """)
      }
      try database.executeScript(
        """
        DROP TABLE IF EXISTS builds; CREATE TABLE builds (number INTEGER PRIMARY KEY);
        DROP TABLE IF EXISTS history; CREATE TABLE history (
          id TEXT PRIMARY KEY, milliseconds INTEGER, has_failed INTEGER NOT NULL);
        DROP TABLE IF EXISTS digests; CREATE TABLE digests (
          path TEXT PRIMARY KEY, state TEXT NOT NULL, digest TEXT NOT NULL);
        """)
      try database.setUserVersion(Int32(ResultCache.version))
    }
  }
}

import Foundation
import LabEnvironment
import SQLite
import SyncClient
import SyncGatewayMock

/// Pulls and pushes small documents, beside what SQLite alone needs to store them.
struct SyncBenchmark: Benchmark {
  static let name = "sync"
  static let defaultRounds = 5

  private let rounds: Int
  private let count: Int

  init(_ arguments: BenchArguments) {
    rounds = arguments.rounds ?? Self.defaultRounds
    count = arguments.documents
  }

  /// The works, by the names their results are printed under.
  private enum Work {
    static let pull = "pull from the gateway"
    static let pullAlone = "the client alone: answers from memory"
    static let push = "push to an empty gateway"
    static let pushAlone = "the client alone: answers from memory "
    static let sqlite = "SQLite alone: as many rows, 500 a transaction"
  }

  func run(in surroundings: BenchSurroundings) async throws -> [String] {
    try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
      let source = try await filled(folder)
      var series = MeasurementSeries()
      // The answers of the first round are kept and given again, without a gateway.
      let pulled = RecordingTransport()
      let pushed = RecordingTransport()
      let full = try await Self.gateway()
      try await replicate(.push, source, to: full.publicURL, RecordingTransport())
      for round in 0..<rounds {
        series.add(try await sqlite(folder, round, surroundings.clock), to: Work.sqlite)
        for name in [Work.pull, Work.pullAlone] {
          let transport = name == Work.pull ? pulled : pulled.replay()
          let target = try SyncClient.Database(
            .file(folder.path("\(name)-\(round)")), random: LabRandom(seed: 2))
          series.add(
            try await surroundings.clock.measure {
              try await replicate(.pull, target, to: full.publicURL, transport)
            }, to: name)
        }
        let gateway = try await Self.gateway()
        let pushing = round == 0 ? pushed : RecordingTransport()
        series.add(
          try await surroundings.clock.measure {
            try await replicate(.push, source, to: gateway.publicURL, pushing)
          }, to: Work.push)
        let first = try pushed.firstURL()
        series.add(
          try await surroundings.clock.measure {
            try await replicate(.push, source, to: first, pushed.replay())
          }, to: Work.pushAlone)
        await gateway.stop()
      }
      await full.stop()
      return lines(series)
    }
  }

  // MARK: Works

  private func body(_ number: Int) -> JSONObject {
    [
      "title": .string("Document \(number)"), "number": .integer(number), "done": false,
      "tags": ["small", "measured"],
    ]
  }

  /// A database with the documents.
  private func filled(_ folder: ScratchFolder) async throws -> SyncClient.Database {
    let database = try SyncClient.Database(
      .file(folder.path("source")), random: LabRandom(seed: 1))
    for number in 0..<count { try await database.save(body(number), as: "document-\(number)") }
    return database
  }

  /// A gateway where the guest may do everything.
  private static func gateway() async throws -> SyncGateway {
    try await SyncGateway.start(
      configuration: GatewayConfiguration(
        #"{"databases": {"db": {"users": {"GUEST": {"disabled": false, "admin_channels": ["*"]}}}}}"#
      ))
  }

  private func replicate(
    _ direction: Replication.Direction, _ database: SyncClient.Database, to url: URL,
    _ transport: RecordingTransport
  ) async throws {
    let replication = Replication(
      direction, of: database, with: url.appending(path: "db"), transport: transport)
    let status = try await replication.run()
    guard status.completed == count, status.failures.isEmpty else {
      throw BenchFailure(description: "only \(status.completed) of \(count) were transferred")
    }
  }

  /// The same ids, revisions and bodies in a plain table.
  private func sqlite(
    _ folder: ScratchFolder, _ round: Int, _ clock: any Clock<Duration>
  ) async throws -> Duration {
    let rows = (0..<count).map { number -> [SQLiteValue] in
      let body = body(number)
      return [
        .text("document-\(number)"), .text(RevisionID.make(parent: nil, properties: body).text),
        .text(JSONValue.object(body).serialized()),
      ]
    }
    return try clock.measure {
      let sqlite = try SQLite.Database(.file(folder.path("sqlite-\(round)")))
      try sqlite.executeScript(
        "CREATE TABLE documents (id TEXT PRIMARY KEY, revision TEXT NOT NULL, body TEXT NOT NULL)")
      for start in stride(from: 0, to: count, by: 500) {
        try sqlite.transaction {
          for row in rows[start..<min(start + 500, count)] {
            try sqlite.execute("INSERT INTO documents VALUES (?, ?, ?)", row)
          }
        }
      }
    }
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    var lines = ["sync: \(count) documents, files in write-ahead mode; \(rounds) rounds"]
    for work in [Work.pull, Work.pullAlone, Work.push, Work.pushAlone, Work.sqlite] {
      if let measured = series[work] {
        let rate = Double(count) / (measured.median / .seconds(1))
        lines.append(ResultLine.text(work, measured, "\(ResultLine.number(rate, digits: 0))/s"))
      }
    }
    guard let base = series[Work.sqlite] else { return lines }
    for (name, work) in [
      ("pull : SQLite", Work.pull), ("pull, client alone : SQLite", Work.pullAlone),
      ("push : SQLite", Work.push), ("push, client alone : SQLite", Work.pushAlone),
    ] {
      lines.append(ResultLine.ratio(name, series[work]?.ratio(to: base)))
    }
    return lines
  }
}

extension ScratchFolder {
  fileprivate func path(_ name: String) -> String { url.appending(path: name).path }
}

import DocgenTestSupport
import Foundation
import Synchronization
import Testing

/// A gateway on files that is killed while clients write to it.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LabCrashTests {
  /// What a client knows of a document: its revision, once the gateway has acknowledged it.
  private typealias Acknowledged = [String: String]

  /// Every second client's documents have one, so that writes are longer than a page of the store.
  private static let attachment = String(repeating: "0123456789", count: 3_000)

  /// What all clients know together.
  private final class Ledger: Sendable {
    private let known = Mutex<Acknowledged>([:])

    var all: Acknowledged { known.withLock { $0 } }

    /// Adds a revision and returns their number.
    func add(_ id: String, _ revision: String) -> Int {
      known.withLock { known in
        known[id] = revision
        return known.count
      }
    }
  }

  /// Several clients write one document after the other, until the gateway is gone.
  private func write(
    to port: UInt16, round: Int, killAfter limit: Int, kill: @escaping @Sendable () -> Void
  )
    async throws -> Acknowledged
  {
    let ledger = Ledger()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<4 {
        group.addTask {
          try await onThread {
            var number = 0
            while let revision = Self.put(
              "r\(round)-\(client)-\(number)", hasAttachment: client % 2 == 1, port: port)
            {
              if ledger.add("r\(round)-\(client)-\(number)", revision) == limit { kill() }
              number += 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
    return ledger.all
  }

  /// Writes a document; returns its revision, or `nil` when the gateway is gone.
  private static func put(_ id: String, hasAttachment: Bool, port: UInt16) -> String? {
    let data = Data((attachment + id).utf8).base64EncodedString()
    let more = hasAttachment ? #", "_attachments": {"a": {"data": "\#(data)"}}"# : ""
    let answer = try? LabProgram.ask(
      "PUT", "/db/\(id)", port: port, #"{"channels": ["a"]\#(more)}"#)
    guard let answer, answer.hasPrefix("HTTP/1.1 201") else { return nil }
    return answer.firstMatch(of: /"rev":"([^"]+)"/).map { String($0.1) }
  }

  @Test func nothingAcknowledgedIsLost() async throws {
    let folder = try TemporaryFolder()
    var known: Acknowledged = [:]
    var cookie = ""
    var random = SystemRandomNumberGenerator()
    for round in 0..<4 {
      let lab = try await LabProgram(["--store", folder.url.path])
      try await check(lab, knows: known, cookie: cookie)
      if round == 0 {
        let made = try await lab.ask("POST", "/db/_session", port: lab.admin, #"{"name": "alice"}"#)
        cookie = String(try #require(made.firstMatch(of: /"session_id":"([0-9a-f]+)"/)).1)
      }
      // While the other three clients have requests in progress.
      let limit = Int.random(in: 1...80, using: &random)
      let written = try await write(to: lab.admin, round: round, killAfter: limit) {
        lab.program.signal(SIGKILL)
      }
      #expect(written.count >= limit)
      await #expect(lab.program.end() == nil, "killed, not ended")
      known.merge(written) { $1 }
    }
    let lab = try await LabProgram(["--store", folder.url.path])
    try await check(lab, knows: known, cookie: cookie)
    lab.program.signal(SIGTERM)
    await #expect(lab.program.end() == 0)
  }

  private func check(_ lab: LabProgram, knows known: Acknowledged, cookie: String) async throws {
    guard !known.isEmpty else { return }
    let (rows, session) = try await onThread {
      (
        try LabProgram.ask("GET", "/db/_changes", port: lab.admin),
        try LabProgram.ask(
          "GET", "/db/_session", port: lab.gateway, fields: ["Cookie: SyncGatewaySession=\(cookie)"]
        )
      )
    }
    #expect(session.contains(#""name":"alice""#))
    var found: Acknowledged = [:]
    var sequences: [Int] = []
    for row in rows.matches(of: /"seq":(\d+),"id":"([^"]+)","changes":\[\{"rev":"([^"]+)"/) {
      found[String(row.2)] = String(row.3)
      sequences.append(Int(row.1) ?? 0)
    }
    for (id, revision) in known { #expect(found[id] == revision, "\(id) is lost") }
    let withAttachment = known.keys.filter { $0.contains(/-[13]-/) }.sorted().suffix(20)
    for id in withAttachment {
      let whole = try await lab.ask("GET", "/db/\(id)/a", port: lab.admin)
      #expect(whole.hasSuffix(Self.attachment + id), "the attachment of \(id) is lost")
    }
    #expect(Set(sequences).count == sequences.count, "no sequence is given out twice")
  }
}

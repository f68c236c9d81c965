import DocgenTestSupport
import Foundation
import Testing

/// Repeated load on `docgen lab`: it uses as much memory and as many descriptors after many rounds
/// as after the first.
///
/// A separate process, so that the memory and the descriptors are only its own.
@Suite(.loadTest, .fewAtOnce, .timeLimit(.minutes(30))) struct LabGrowthLoadTests {
  /// Far above what an allocator keeps, far below what one lost round of each load would add up to.
  private static let allowance = 64 << 20

  private func runs(
    _ load: @escaping @Sendable (LabProgram) async throws -> Void, warmUp: Int, rounds: Int
  ) async throws {
    let lab = try await LabProgram()
    defer { lab.program.stop() }
    for _ in 0..<warmUp { try await load(lab) }
    let files = try await settledFiles(of: lab, atMost: 64)
    let before = try #require(lab.program.residentBytes)
    for _ in 0..<rounds { try await load(lab) }
    _ = try await settledFiles(of: lab, atMost: files)
    let after = try #require(lab.program.residentBytes)
    #expect(after < before + Self.allowance, "grew from \(before) to \(after) bytes")
    let still = try await lab.ask("GET", "/", port: lab.gateway)
    #expect(still.hasPrefix("HTTP/1.1 200"))
  }

  /// How many files and sockets it has open, once they are no more than a number.
  ///
  /// Most ends it sees when it next looks at its sockets. That of a half request it may see only
  /// when the request's time is over; then another half request is sent, whose time is over later.
  private func settledFiles(of lab: LabProgram, atMost limit: Int) async throws -> Int {
    if let count = try await settledSoon(lab, atMost: limit) { return count }
    let port = lab.admin
    try await onThread {
      let witness = try TestSocket(port: port)
      try witness.send("GET /db/")
      _ = try witness.receive()
    }
    if let count = try await settledSoon(lab, atMost: limit) { return count }
    let count = try #require(lab.program.openFileCount)
    Issue.record("\(count) files and sockets are open, where \(limit) were")
    return count
  }

  /// The same, if it comes to that while it is asked for something a few times.
  private func settledSoon(_ lab: LabProgram, atMost limit: Int) async throws -> Int? {
    for _ in 0..<500 {
      let count = try #require(lab.program.openFileCount)
      if count <= limit { return count }
      _ = try await lab.ask("GET", "/", port: lab.gateway)
    }
    return nil
  }

  @Test func tenMegabytesAfterOneAnother() async throws {
    let text = String(repeating: "0123456789", count: 1_000_000)
    try await runs(
      { lab in
        // The first one is stored, the others are a conflict; all are received and read.
        let answer = try await lab.ask("PUT", "/db/big", port: lab.admin, #"{"text": "\#(text)"}"#)
        #expect(answer.hasPrefix("HTTP/1.1 201") || answer.hasPrefix("HTTP/1.1 409"))
        let back = try await lab.ask("GET", "/db/big", port: lab.admin)
        #expect(back.utf8.count > 10_000_000)
      }, warmUp: 2, rounds: 4)
  }

  @Test func aThousandLongpollsAgainAndAgain() async throws {
    try await runs(
      { lab in
        let request =
          "GET /db/_changes?feed=longpoll&since=100 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        try await onThread {
          let sockets = try (0..<1_000).map { _ in
            let socket = try TestSocket(port: lab.admin)
            try socket.send(request)
            return socket
          }
          // Each has been answered with its beginning, and waits.
          for socket in sockets { _ = try socket.receive(until: "results") }
          for socket in sockets { socket.hangUp() }
        }
        _ = try await settledFiles(of: lab, atMost: 64)
      }, warmUp: 1, rounds: 3)
  }

  @Test func malformedRequestsByTheThousand() async throws {
    let texts = [
      "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-A: b\r\n", count: 8_000))\r\n",
      "PUT /db/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "PUT /db/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "GET /db/%zz%00%ff HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    ]
    try await runs(
      { lab in
        try await onThread {
          for number in 0..<700 {
            let socket = try TestSocket(port: lab.gateway)
            // The server may have closed it in the middle.
            try? socket.send(texts[number % texts.count])
            socket.finishSending()
            let answer = (try? socket.receive(until: nil)) ?? ""
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."))
          }
        }
        _ = try await settledFiles(of: lab, atMost: 64)
      }, warmUp: 1, rounds: 4)
  }

  /// Half requests, and responses of a megabyte that the client doesn't read.
  @Test func slowClientsComeAndGo() async throws {
    let text = String(repeating: "0123456789", count: 100_000)
    try await runs(
      { lab in
        _ = try await lab.ask("PUT", "/db/doc", port: lab.admin, #"{"text": "\#(text)"}"#)
        let head = "HTTP/1.1\r\nHost: 127.0.0.1:\(lab.admin)\r\n"
        let requests = [
          "GET /db/", "GET /db/doc \(head)X-A: ",
          "GET /db/doc \(head)\r\n",
          "GET /db/_changes?include_docs=true&feed=continuous \(head)\r\n",
        ]
        try await onThread {
          let sockets = try (0..<100).map { number in
            let socket = try TestSocket(port: lab.admin)
            try socket.send(requests[number % requests.count])
            return socket
          }
          for socket in sockets { socket.hangUp() }
        }
      }, warmUp: 1, rounds: 4)
  }

  /// Values that are nested too deeply, and values that are too many.
  @Test func bombs() async throws {
    let deep = String(repeating: "[", count: 1_000_000)
    let wide = "[" + String(repeating: "0,", count: 1_000_001) + "0]"
    try await runs(
      { lab in
        for body in [deep, wide] {
          let answer = try await lab.ask("PUT", "/db/x", port: lab.admin, body)
          #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer.prefix(200))")
        }
      }, warmUp: 1, rounds: 3)
  }
}

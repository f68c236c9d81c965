import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocgenHTTPClient

@Suite(.fewAtOnce) struct StreamedResponseTests {
  private func lines(_ response: StreamedResponse) async throws -> [String] {
    var lines: [String] = []
    for try await line in response.lines { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  private func response(_ chunks: [String], limit: Int = 1_000) -> StreamedResponse {
    let (stream, source) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    for piece in chunks { source.yield(Array(piece.utf8)) }
    source.finish()
    return StreamedResponse(status: 200, body: stream, lineLimit: limit)
  }

  @Test(
    arguments: [
      ([], []), (["a\nb\n"], ["a", "b"]), (["a\nb"], ["a", "b"]),
      (["a", "b", "\n", "\n", "c\r", "\nd\r\n"], ["ab", "", "c", "d"]), (["\n\n"], ["", ""]),
      (["é\n".first.map(String.init) ?? "", "\nx"], ["é", "x"]),
    ] as [([String], [String])])
  func splitsLinesWhereverTheChunksEnd(_ chunks: [String], _ expected: [String]) async throws {
    try await #expect(lines(response(chunks)) == expected)
  }

  @Test func refusesALineWithoutEnd() async throws {
    await #expect(throws: TransportError.bodyTooLarge(limit: 4)) {
      try await lines(response(["abc", "def", "g"], limit: 4))
    }
  }

  /// Each line is answered before the next is sent, so none can have waited for the end.
  @Test func givesLinesAsTheyCome() async throws {
    let (body, source) = AsyncStream.makeStream(of: [UInt8].self)
    let listener = try HTTPListener { _ in HTTPResponse(status: 200, stream: body) }
    let transport = DefaultTransport()
    let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
    source.yield(Array("0\n".utf8))
    let response = try await transport.stream(TransportRequest(url: url))
    var iterator = response.lines.makeAsyncIterator()
    for number in 0..<5 {
      let line = try await iterator.next()
      #expect(line.map { String(decoding: $0, as: UTF8.self) } == "\(number)")
      source.yield(Array("\(number + 1)\n".utf8))
    }
    source.finish()
    try await #expect(iterator.next() == Array("5".utf8))
    try await #expect(iterator.next() == nil)
    await listener.stop()
  }

  /// The server learns of it when it goes on sending.
  @Test func endsWhenTheReaderGoesAway() async throws {
    let (bodies, opened) = AsyncStream.makeStream(of: AsyncStream<[UInt8]>.Continuation.self)
    let listener = try HTTPListener { _ in
      let (body, source) = AsyncStream.makeStream(of: [UInt8].self)
      source.yield(Array("a\n".utf8))
      opened.yield(source)
      return HTTPResponse(status: 200, stream: body)
    }
    let transport = DefaultTransport()
    let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
    var sources = bodies.makeAsyncIterator()
    let reader = Task {
      for try await _ in try await transport.stream(TransportRequest(url: url)).lines {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: TransportError.cancelled) { try await reader.value }
    let cancelled = try #require(await sources.next())
    while case .enqueued = cancelled.yield(Array("b\n".utf8)) { await Task.yield() }
    do {
      var iterator = try await transport.stream(TransportRequest(url: url)).lines
        .makeAsyncIterator()
      try await #expect(iterator.next() == Array("a".utf8))
    }
    let dropped = try #require(await sources.next())
    while case .enqueued = dropped.yield(Array("b\n".utf8)) { await Task.yield() }
    await listener.stop()
  }

  @Test func givesWhatCameBeforeAnError() async throws {
    let exchange = Exchange(
      timeout: .seconds(3_600), extendsOnProgress: true, bufferLimit: 1_000)
    let isCancelled = Mutex(false)
    exchange.start { isCancelled.withLock { $0 = true } }
    exchange.receive(Exchange.Head(status: 200, headers: [:]))
    exchange.receive(Array("half".utf8))
    let response = try await exchange.streamedResponse(limit: 1_000)
    exchange.fail(.timedOut)
    exchange.complete()
    let iterator = response.chunks.makeAsyncIterator()
    try await #expect(iterator.next() == Array("half".utf8))
    await #expect(throws: TransportError.timedOut) { try await iterator.next() }
    #expect(isCancelled.withLock { $0 })
  }
}

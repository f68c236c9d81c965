import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Synchronization
import Testing

/// Clients that don't read what they have asked for, and clients that go away.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SlowClientTests {
  private func serve(
    _ handler: @escaping HTTPListener.Handler
  ) throws -> HTTPListener {
    try HTTPListener(limits: .init(idleSeconds: 1), handler: handler)
  }

  /// Whether the server is as good as ever.
  private func expectWorking(_ listener: HTTPListener) async throws {
    let port = listener.port
    let answer = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("GET /fine HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      return try socket.receive(until: nil)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200"))
  }

  @Test func closesAnIdleConnectionWithoutAWord() async throws {
    let listener = try serve { _ in HTTPResponse(status: 200) }
    let port = listener.port
    let answer = try await onThread { try TestSocket(port: port).receive(until: nil) }
    #expect(answer.isEmpty)
    let second = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      return try socket.receive(until: nil)
    }
    #expect(second.hasPrefix("HTTP/1.1 200"))
    #expect(second.ranges(of: "HTTP/1.1").count == 1, "nothing comes behind the answer")
    try await expectWorking(listener)
    await listener.stop()
  }

  @Test(arguments: [
    "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc",
  ])
  func closesARequestThatStalls(_ beginning: String) async throws {
    let handled = Mutex(0)
    let listener = try serve { _ in
      handled.withLock { $0 += 1 }
      return HTTPResponse(status: 200)
    }
    try await #expect(RawClient.send(beginning, to: listener).isEmpty)
    #expect(handled.withLock { $0 } == 0)
    while listener.connectionCount > 0 { await Task.yield() }
    try await expectWorking(listener)
    await listener.stop()
  }

  @Test func takesNoMoreFromAStreamThanIsRead() async throws {
    let taken = Mutex(0)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    let listener = try HTTPListener { _ in
      let stream = AsyncStream<[UInt8]> {
        taken.withLock { $0 += 1 }
        return piece
      }
      return HTTPResponse(status: 200, stream: stream)
    }
    let port = listener.port
    let socket = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try socket.receive()
      return socket
    }
    // Sockets hold a few megabytes; without an end to the taking this would grow for ever.
    var last = -1
    var rounds = 0
    while last != taken.withLock({ $0 }) || rounds < 1_000 {
      rounds = last == taken.withLock { $0 } ? rounds + 1 : 0
      last = taken.withLock { $0 }
      await Task.yield()
      #expect(last < 2_000)
      if last >= 2_000 { break }
    }
    await listener.stop()
    _ = socket
  }

  @Test func cancelsTheHandlerOfAClientThatHangsUp() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let listener = try HTTPListener { _ in
      continuation.yield("began")
      await withTaskCancellationHandler {
        // Waits for nothing but the cancellation.
        for await _ in AsyncStream<Void>.makeStream().stream {}
      } onCancel: {
        continuation.yield("cancelled")
      }
      return HTTPResponse(status: 200)
    }
    let port = listener.port
    var told = events.makeAsyncIterator()
    let socket = try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      return socket
    }
    await #expect(told.next() == "began")
    try await onThread { socket.hangUp() }
    await #expect(told.next() == "cancelled")
    await listener.stop()
  }

  @Test func endsTheStreamOfAClientThatHangsUp() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let (events, told) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in told.yield() }
    continuation.yield(Array("first".utf8))
    let listener = try HTTPListener { _ in HTTPResponse(status: 200, stream: stream) }
    let port = listener.port
    try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try socket.receive(until: "first")
      socket.hangUp()
    }
    var ends = events.makeAsyncIterator()
    await #expect(ends.next() != nil)
    await listener.stop()
  }
}

import HTTPServer
import Synchronization
import TestSupport
import Testing

/// What a listener tells whoever records its exchanges.
@Suite(.fewAtOnce) struct RecorderTests {
  private final class Recorder: HTTPRecorder {
    let unused: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation
    private let requests = Mutex(0)
    private let unusedConnections = Mutex(0)

    init() { (unused, tell) = AsyncStream.makeStream() }

    var counts: [Int] { [requests.withLock { $0 }, unusedConnections.withLock { $0 }] }

    func record(_ request: HTTPRequest) async -> Int? {
      requests.withLock {
        $0 += 1; return $0
      }
    }
    func record(_ response: HTTPResponse, to number: Int) async {}
    func recordHangUp(of number: Int) {}
    func recordUnusedConnection() {
      unusedConnections.withLock { $0 += 1 }
      tell.yield()
    }
  }

  /// Who hangs up before a request is whole might as well have sent it; who was answered has nothing left to
  /// send.
  @Test(arguments: [
    ("", true), ("GET / HTTP/1.1\r\nHost: x\r\n", true),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na", true),
    ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false),
    ("NONSENSE\r\n\r\n", false),
  ])
  func tellsOfUnusedConnections(_ text: String, _ isUnused: Bool) async throws {
    let recorder = Recorder()
    let listener = try HTTPListener.$recorder.withValue(recorder) {
      try HTTPListener { _ in HTTPResponse(status: 200) }
    }
    let port = listener.port
    try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(text)
      if isUnused { socket.hangUp() } else { _ = try socket.receive(until: nil) }
    }
    if isUnused { for await _ in recorder.unused { break } }
    // One that the listener closes itself is nobody's.
    let open = try await onThread { try TestSocket(port: port) }
    await listener.stop()
    #expect(recorder.counts == [text.hasSuffix("close\r\n\r\n") ? 1 : 0, isUnused ? 1 : 0])
    withExtendedLifetime(open) {}
  }
}

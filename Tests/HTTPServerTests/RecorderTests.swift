import DocgenHTTPServer
import DocgenTestSupport
import Synchronization
import Testing

/// What a listener reports to its recorder.
@Suite(.fewAtOnce) struct RecorderTests {
  private final class Recorder: HTTPRecorder {
    let records = Mutex<[String]>([])

    func record(_ request: HTTPRequest) -> Int? {
      records.withLock { $0.append(request.target) }
      return request.target == "/quiet" ? nil : 7
    }
    func record(_ response: HTTPResponse, to number: Int) {
      records.withLock { $0.append("\(number): \(response.status)") }
    }
  }

  @Test func requestsAndResponsesAreRecorded() async throws {
    let recorder = Recorder()
    let listener = try HTTPListener(recorder: recorder) { _ in HTTPResponse(status: 204) }
    let port = listener.port
    try await onThread {
      for target in ["/a", "/quiet"] {
        let socket = try TestSocket(port: port)
        try socket.send("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        _ = try socket.receive(until: nil)
      }
    }
    await listener.stop()
    #expect(recorder.records.withLock { $0 } == ["/a", "7: 204", "/quiet"])
  }
}

/// Sends bytes that URLSession would not, and reads the response until the server closes.
enum RawClient {
  static func send(
    _ text: String, to listener: HTTPListener, closesWriting: Bool = false
  ) async throws -> String {
    let port = listener.port
    return try await onThread {
      let socket = try TestSocket(port: port)
      try socket.send(text)
      if closesWriting { socket.finishSending() }
      return try socket.receive(until: nil)
    }
  }
}

import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Testing

/// Incomplete responses, read byte by byte from the socket.
@Suite(.fewAtOnce) struct DeliveryTests {
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private func receive(
    _ answer: @escaping @Sendable () -> HTTPResponse, after request: String = get
  ) async throws -> String {
    let listener = try HTTPListener { _ in answer() }
    // The server closes, although the client has not asked for it: else this would not return.
    let received = try await RawClient.send(request, to: listener)
    await listener.stop()
    return received
  }

  private static func numbers(delivery: HTTPResponse.Delivery) -> HTTPResponse {
    var response = HTTPResponse(status: 200, headers: ["X-A": "1"], text: "0123456789")
    response.delivery = delivery
    return response
  }

  @Test func sendsNothingOfADroppedAnswer() async throws {
    try await #expect(receive { .dropped } == "")
    try await #expect(receive { Self.numbers(delivery: .dropped) } == "")
    let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    try await #expect(receive({ .dropped }, after: post) == "")
  }

  @Test(arguments: [0, 1, 9]) func cutsABodyShort(_ length: Int) async throws {
    let received = try await receive { Self.numbers(delivery: .cut(afterBytes: length)) }
    #expect(received.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(received.contains("Content-Length: 10\r\n"))
    #expect(received.contains("X-A: 1\r\n"))
    #expect(received.hasSuffix("\r\n\r\n" + "0123456789".prefix(length)))
  }

  @Test func cutsALargeBodyAtTheByte() async throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
    let received = try await receive {
      var response = HTTPResponse(status: 200, body: body)
      response.delivery = .cut(afterBytes: 700_001)
      return response
    }
    #expect(received.contains("Content-Length: 1000000\r\n"))
    #expect(received.utf8.count { $0 == UInt8(ascii: "x") } == 700_001)
  }

  @Test func sendsAShorterBodyWholeAndCloses() async throws {
    let received = try await receive { Self.numbers(delivery: .cut(afterBytes: 11)) }
    #expect(received.contains("Connection: close\r\n"))
    #expect(received.hasSuffix("\r\n\r\n0123456789"))
  }

  @Test func cutsAStreamBeforeItsEnd() async throws {
    let received = try await receive {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      for piece in ["abc", "def", "ghi"] { continuation.yield(Array(piece.utf8)) }
      var response = HTTPResponse(status: 200, stream: stream)
      response.delivery = .cut(afterBytes: 4)
      return response
    }
    #expect(received.contains("Transfer-Encoding: chunked\r\n"))
    let sent = received.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
    #expect(sent.filter { "abcdefghi".contains($0) } == "abcd")
    #expect(!received.hasSuffix("0\r\n\r\n"))
  }

  @Test func sendsEmptyHeaderValues() async throws {
    let received = try await receive {
      HTTPResponse(status: 204, headers: ["X-Empty": "", "Connection": "close"])
    }
    let field = received.split(separator: "\r\n").first { $0.hasPrefix("X-Empty:") }
    #expect(field?.dropFirst("X-Empty:".count).allSatisfy { $0 == " " } == true)
  }
}

import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// Large, concurrent, slow and malformed requests, over real sockets.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct RobustnessTests {
  @Test func takesADocumentOfTenMegabytes() async throws {
    try await GatewayHarness.run { call in
      let text = String(repeating: "0123456789", count: 1_000_000)
      let put = try await call(
        "PUT", "/db/big", as: "alice", #"{"channels": ["a"], "text": "\#(text)"}"#)
      #expect(put.status == 201)
      let get = try await call("GET", "/db/big", as: "alice")
      #expect(get.json?["text"]?.string == text)
    }
  }

  @Test func takesAnAttachmentOfTenMegabytes() async throws {
    try await GatewayHarness.run { call in
      try await call.gateway.put(["channels": ["a"]], id: "one", in: "db")
      let revision = try await call("GET", "/db/one", as: "alice").json?["_rev"]?.string ?? ""
      let text = String(repeating: "0123456789", count: 1_000_000)
      let put = try await call(
        "PUT", "/db/one/big.txt?rev=\(revision)", as: "alice", text,
        headers: ["Content-Type": "text/plain"])
      #expect(put.status == 201)
      try await #expect(call("GET", "/db/one/big.txt", as: "alice").text == text)
    }
  }

  @Test func refusesABodyOverTheLimit() async throws {
    var options = SyncGateway.Options()
    options.bodyBytes = 1_000
    let gateway = try await SyncGateway.start(
      configuration: GatewayConfiguration(#"{"databases": {"db": {}}}"#), options: options)
    let port = UInt16(gateway.adminURL.port ?? 0)
    let text = #"{"text": "\#(String(repeating: "x", count: 1_000))"}"#
    let reply = try await SocketClient.send(
      "PUT", "/db/one", port: port, fields: ["Host": "x"], body: Array(text.utf8))
    #expect(reply.status == 413)
    #expect(
      reply.text
        == #"{"error":"Request Entity Too Large","reason":"this mock's limit: the request's body has more than 1000 bytes"}"#
    )
    #expect(reply["Content-Type"] == "application/json")
    await #expect(gateway.requestLog.map(\.line) == ["admin PUT /db/one 413"])
    await gateway.stop()
  }

  private static let manyValues = "[" + String(repeating: "0,", count: 1_000_001) + "0]"

  @Test(
    arguments: [
      (
        #"{"a": \#(String(repeating: "[", count: 100_000))"#, 413,
        "the value is nested more than 256 deep"
      ),
      (#"{"a": \#(manyValues)}"#, 413, "the text has more than 1000000 values"),
      (#"{"a": "\#(String(repeating: "x", count: 1_000_000))"#, 400, "Bad JSON"),
      (
        String(repeating: "{\"a\":", count: 255) + "1" + String(repeating: "}", count: 255), 201, ""
      ),
      ("{\"a\": \"\u{0}\"}", 400, "Bad JSON"), ("{", 400, "Bad JSON"),
      ("\"\\ud800\"", 400, "Bad JSON"),
    ] as [(String, Int, String)])
  func refusesBombs(_ body: String, _ status: Int, _ reason: String) async throws {
    try await GatewayHarness.run { call in
      let reply = try await call("PUT", "/db/one", as: "alice", body)
      #expect(reply.status == status)
      #expect(status == 201 || reply.reason?.hasSuffix(reason) == true, "\(reply.text.prefix(200))")
      try await #expect(call("GET", "/").status == 200)
    }
  }

  /// Numbers at the end of their range end no process: generations, lifetimes, expiries and ranges.
  @Test func survivesNumbersOutOfRange() async throws {
    try await GatewayHarness.run { call in
      let greatest = "9223372036854775807"
      for id in [greatest + "-a", "9223372036854775806-a"] {
        _ = try await call.admin("PUT", "/db/doc?new_edits=false", #"{"_rev": "\#(id)"}"#)
        _ = try await call.admin("PUT", "/db/doc", #"{"_rev": "\#(id)"}"#)
      }
      let history = #"{"_revisions": {"start": \#(greatest), "ids": ["b", "a"]}}"#
      _ = try await call.admin("PUT", "/db/other?new_edits=false", history)
      _ = try await call.admin("POST", "/db/_revs_diff", #"{"doc": ["\#(greatest)-x", "-5-x"]}"#)
      for number in [greatest, "1e300", "-1e300", "\"\(greatest)\""] {
        _ = try await call.admin("PUT", "/db/late", #"{"_exp": \#(number)}"#)
        _ = try await call.admin("GET", "/db/late?show_exp=true")
        let created = try await call.admin(
          "POST", "/db/_session", #"{"name": "alice", "ttl": \#(number)}"#)
        guard let id = created.json?["session_id"]?.string else { continue }
        let used = try await call("GET", "/db/", headers: ["Cookie": "SyncGatewaySession=\(id)"])
        #expect(used.status == 200)
      }
      let put = try await call.admin("PUT", "/db/text", "{}")
      let revision = put.json?["rev"]?.string ?? ""
      _ = try await call("PUT", "/db/text/a?rev=\(revision)", admin: true, "0123456789")
      for range in ["--9223372036854775808", "-\(greatest)", "\(greatest)-", "0-\(greatest)"] {
        _ = try await call("GET", "/db/text/a", admin: true, headers: ["Range": "bytes=\(range)"])
      }
      for query in ["limit=\(greatest)", "since=\(greatest)", "timeout=\(greatest)&limit=-1"] {
        _ = try await call.admin("GET", "/db/_changes?" + query)
      }
      try await #expect(call.admin("GET", "/db/").status == 200)
    }
  }

  @Test func takesAnObjectOfManyMembersInGoodTime() async throws {
    try await GatewayHarness.run { call in
      let body = "{" + (0..<50_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",") + "}"
      try await #expect(call("PUT", "/db/one", as: "alice", body).status == 201)
    }
  }

  @Test(arguments: [
    "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
    "GET /db/%zz%00%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "GET /db/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "GET //db//x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n",
    "GET /?\(String(repeating: "a=b&", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-A: b\r\n", count: 10_000))\r\n",
    "PUT /db/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "PUT /db/x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "PUT /db/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n123456",
    "PUT /db/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "PUT /db/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
    "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Basic !!!\r\nCookie: ;;;=;\r\nConnection: close\r\n\r\n",
  ])
  func survivesMalformedRequests(_ text: String) async throws {
    var options = SyncGateway.Options()
    // Some of them never end.
    options.idleSeconds = 1
    try await GatewayHarness.run(options: options) { call in
      let port = UInt16(call.gateway.publicURL.port ?? 0)
      let answer = try await onThread {
        let socket = try TestSocket(port: port)
        // The server may have closed the connection in the middle of the request.
        try? socket.send(text)
        socket.finishSending()
        return (try? socket.receive(until: nil)) ?? ""
      }
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."), "\(answer.prefix(100))")
      #expect(!answer.contains(" 500 "), "\(answer.prefix(300))")
      try await #expect(call("GET", "/").status == 200)
    }
  }
}

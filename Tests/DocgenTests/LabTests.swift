import DocgenHTTPClient
@testable import DocgenProgram
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

/// `docgen lab` from outside.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LabTests {
  private func docgen(_ words: [String]) async throws -> RunningProgram.Result {
    try await RunningProgram.run(BuiltProducts.folder.appending(path: "docgen"), ["lab"] + words)
  }

  @Test func profilesAreThoseOfTheGateway() {
    #expect(LabCommand.profiles == Profile.allCases.map(\.rawValue))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func servesUntilItIsEnded(_ signal: Int32) async throws {
    let lab = try await LabProgram()
    try await #expect(lab.ask("GET", "/", port: lab.gateway).contains(#""couchdb":"Welcome""#))
    let login = #"{"name": "alice", "password": "secret"}"#
    let session = try await lab.ask(
      "POST", "/db/_session?code=1234567890123456", port: lab.gateway, login)
    #expect(session.hasPrefix("HTTP/1.1 200"))
    try await #expect(lab.ask("GET", "/_all_dbs", port: lab.admin).hasSuffix(#"["db"]"#))
    let path = "/.well-known/openid-configuration"
    try await #expect(
      lab.ask("GET", path, port: lab.provider).contains(
        #""issuer":"http://127.0.0.1:\#(lab.provider)""#))
    let line = try await lab.program.first(/[^\n]* provider [^\n]*\n/)
    #expect(line?.hasSuffix("provider GET \(path) → 200\n") == true)
    lab.program.signal(signal)
    await #expect(lab.program.end() == 0)
  }

  @Test func logsALineForEachRequestWithoutSecrets() async throws {
    let lab = try await LabProgram()
    _ = try await lab.ask(
      "POST", "/db/_session?code=1234567890123456", port: lab.gateway,
      #"{"name": "alice", "password": "secret"}"#)
    let line = try await lab.program.first(/\d\d:\d\d:\d\d\.\d+ gateway [^\n]*\n/)
    #expect(
      line?.hasSuffix("gateway POST /db/_session?code=123456… 200 alice\n") == true, "\(line ?? "")"
    )
    lab.program.stop()
  }

  @Test func leadsToTheLoginForm() async throws {
    let lab = try await LabProgram()
    let answer = try await lab.ask("GET", "/db/_oidc", port: lab.gateway)
    let location = try #require(answer.firstMatch(of: /Location: http:\/\/127\.0\.0\.1:(\d+)(\S+)/))
    #expect(location.1 == "\(lab.provider)")
    let form = try await lab.ask("GET", String(location.2), port: lab.provider)
    #expect(form.hasPrefix("HTTP/1.1 200"))
    #expect(form.contains("<form"))
    lab.program.stop()
  }

  @Test func isSteeredAtAPortOfItsOwn() async throws {
    let lab = try await LabProgram(["--control-port", "0"])
    let control = try #require(lab.control)
    let token = try #require(lab.token)
    let fields = ["Authorization: Bearer \(token)"]
    let fault = #"{"endpoint": "jwks", "fault": "status", "status": 503}"#
    let other = token.dropLast() + (token.hasSuffix("0") ? "1" : "0")
    for wrong in [[], ["Authorization: Bearer \(other)"], ["Authorization: Bearer"]] {
      let refused = try await lab.ask("POST", "/faults", port: control, fault, fields: wrong)
      #expect(refused.hasPrefix("HTTP/1.1 401"), "\(refused)")
    }
    let planned = try await lab.ask("POST", "/faults", port: control, fault, fields: fields)
    #expect(planned.hasPrefix("HTTP/1.1 200"), "\(planned)")
    let keys = try await lab.ask("GET", "/jwks", port: lab.provider)
    #expect(keys.hasPrefix("HTTP/1.1 503"))
    lab.program.stop()
  }

  /// The controls advance one clock, by which both servers date their responses.
  @Test func advancesTheClockOfBothServers() async throws {
    let lab = try await LabProgram(["--control-port", "0"])
    let control = try #require(lab.control)
    func year(_ port: UInt16) async throws -> Int {
      let answer = try await lab.ask("GET", "/.well-known/openid-configuration", port: port)
      let date = try #require(answer.firstMatch(of: /Date: \w+, \d+ \w+ (\d+)/))
      return try #require(Int(date.1))
    }
    let before = try await [year(lab.gateway), year(lab.provider)]
    let moved = try await lab.ask(
      "POST", "/clock?advance=315576000", port: control,
      fields: ["Authorization: Bearer \(try #require(lab.token))"])
    #expect(moved.hasPrefix("HTTP/1.1 200"))
    let after = try await [year(lab.gateway), year(lab.provider)]
    #expect(zip(after, before).allSatisfy { $0 - $1 >= 9 })
    lab.program.stop()
  }

  /// Gateway and provider serve HTTPS with one certificate, and the gateway trusts the provider.
  @Test func servesHTTPS() async throws {
    let ports = ["--gateway-port", "0", "--admin-port", "0", "--provider-port", "0"]
    let program = try RunningProgram(
      BuiltProducts.folder.appending(path: "docgen"), ["lab", "--tls", "--profile", "2.8"] + ports)
    let found = try #require(
      await program.first(
        /Sync Gateway \S+ +(https:\S+)\/ [^\n]*\nadmin port +http:[^\n]*\nOpenID provider +(https:\S+)\nCA certificate +(\S+)\n/
      ))
    let root = try String(contentsOfFile: String(found.3), encoding: .utf8)
    let transport = DefaultTransport(TransportOptions(trustedRoots: root))
    func get(_ address: String) async throws -> TransportResponse {
      try await transport.send(TransportRequest(url: #require(URL(string: address))))
    }
    let metadata = try await get(found.2 + "/.well-known/openid-configuration")
    #expect(metadata.text.contains(#""issuer":"\#(found.2)""#))
    let login = try await get(found.1 + "/db/_oidc")
    #expect(login.status == 302)
    let location = try #require(login.headers["Location"])
    #expect(location.hasPrefix(found.2 + "/authorize?"))
    #expect(location.contains("redirect_uri=https%3A%2F%2F127.0.0.1"))
    #expect(try await get(location).text.contains("<form"))
    let session = try await transport.send(
      TransportRequest(
        method: "POST", url: #require(URL(string: found.1 + "/db/_session")),
        headers: ["Content-Type": "application/json"],
        body: Array(#"{"name": "alice", "password": "secret"}"#.utf8)))
    #expect(session.headers["Set-Cookie"]?.contains("; Secure") == true)
    await #expect(throws: TransportError.self) {
      _ = try await DefaultTransport().send(
        TransportRequest(url: #require(URL(string: found.1 + "/"))))
    }
    program.signal()
    #expect(await program.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: String(found.3)))
  }

  @Test func answersToAddressesOnly() async throws {
    let lab = try await LabProgram()
    for port in [lab.gateway, lab.admin, lab.provider] {
      for (host, status) in [("10.0.2.2:4984", "200"), ("evil.example", "421")] {
        let path = port == lab.provider ? "/.well-known/openid-configuration" : "/"
        let answer = try await onThread {
          let socket = try TestSocket(port: port)
          try socket.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
          return try socket.receive(until: nil)
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(host)")
      }
    }
    lab.program.stop()
  }

  @Test func endsWithStatus3WhenAPortIsTaken() async throws {
    let lab = try await LabProgram()
    for option in ["--gateway-port", "--admin-port", "--provider-port", "--control-port"] {
      let ports = ["--gateway-port", "0", "--admin-port", "0", "--provider-port", "0"]
      let run = try await docgen(ports + [option, "\(lab.gateway)"])
      #expect(run.status == 3)
      #expect(
        run.errorOutput.hasPrefix("docgen: cannot listen on 127.0.0.1 port \(lab.gateway): "))
      #expect(run.errorOutput.contains("choose another port"))
    }
    lab.program.stop()
  }

  @Test func endsWithStatus1ForABadConfiguration() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{\n  \"databases\": {\"db\": {\"users\": {\"bob\": {}}}},\n}\n", to: "g.json")
    try folder.write(#"{"issuers": {"/": {"lgin": "form"}}}"#, to: "p.json")
    let gateway = folder.url.appending(path: "g.json").path
    let run = try await docgen(["--config", gateway])
    #expect(run.status == 1)
    #expect(run.errorOutput.hasPrefix("\(gateway):3:1: error: "), "\(run.errorOutput)")
    let provider = folder.url.appending(path: "p.json").path
    let second = try await docgen(["--provider-config", provider])
    #expect(second.status == 1)
    #expect(
      second.errorOutput.contains("\(provider):1:20: error: unknown key 'lgin'"),
      "\(second.errorOutput)")
    let third = try await docgen(["--config", "/nowhere/g.json"])
    #expect(third.status == 3)
    #expect(third.errorOutput.hasPrefix("docgen: cannot read '/nowhere/g.json': "))
  }

  @Test(
    arguments: [
      (["--host", "0.0.0.0"], "'--host' takes one address of this machine, not '0.0.0.0'"),
      (["--profile", "3.0"], "'--profile' takes 1.5 or 2.8, not '3.0'"),
      (
        ["--gateway-port", "-1"], "'--gateway-port' takes a whole number from 0 to 65535, not '-1'"
      ),
      (["--tls=no"], "'--tls' takes no value"),
      (["--gateway"], "unknown option '--gateway'"), (["--store"], "'--store' needs a value"),
    ] as [([String], String)])
  func refusesWithStatus2(_ words: [String], _ message: String) async throws {
    let run = try await docgen(words)
    #expect(run.status == 2)
    #expect(run.errorOutput.hasPrefix("docgen: \(message)"), "\(run.errorOutput)")
  }

  @Test func endsWithStatus3WhenTheStoreIsInUse() async throws {
    let folder = try TemporaryFolder()
    let lab = try await LabProgram(["--store", folder.url.path])
    let run = try await docgen([
      "--gateway-port", "0", "--admin-port", "0", "--provider-port", "0", "--store",
      folder.url.path,
    ])
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("another gateway uses the store"))
    lab.program.stop()
  }
}

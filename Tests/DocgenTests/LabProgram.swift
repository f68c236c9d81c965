import DocgenTestSupport
import Foundation

/// A `docgen lab` that runs while the test does, and what can be asked of it.
struct LabProgram: Sendable {
  let program: RunningProgram
  let gateway: UInt16
  let admin: UInt16
  let provider: UInt16
  /// Where the provider is steered, if it was asked for.
  let control: UInt16?
  /// The token of the controls.
  let token: String?

  struct Ended: Error {}

  /// Starts it on free ports and waits until it has printed them.
  init(_ options: [String] = []) async throws {
    let ports = ["--gateway-port", "0", "--admin-port", "0", "--provider-port", "0"]
    program = try RunningProgram(
      BuiltProducts.folder.appending(path: "docgen"), ["lab"] + ports + options)
    let pattern =
      /Sync Gateway \S+ +http:\S+:(\d+)\/ [^\n]*\nadmin port +http:\S+:(\d+)\/\nOpenID provider +http:\S+:(\d+)\n(?:its controls +http:\S+:(\d+)\/\ntheir token +([0-9a-f]{32})\n)?end with Ctrl-C\n/
    guard let found = try await program.first(pattern), let gateway = UInt16(found.1),
      let admin = UInt16(found.2), let provider = UInt16(found.3)
    else { throw Ended() }
    self.gateway = gateway
    self.admin = admin
    self.provider = provider
    control = found.4.flatMap { UInt16($0) }
    token = found.5.map(String.init)
  }

  /// Sends a request on a separate connection; returns the complete response.
  ///
  /// Blocks: use it within `onThread`.
  static func ask(
    _ method: String, _ path: String, port: UInt16, _ body: String = "", fields: [String] = []
  ) throws -> String {
    let socket = try TestSocket(port: port)
    let head = [
      "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    try socket.send((head + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try socket.receive(until: nil)
  }

  func ask(
    _ method: String, _ path: String, port: UInt16, _ body: String = "", fields: [String] = []
  ) async throws -> String {
    try await onThread { try Self.ask(method, path, port: port, body, fields: fields) }
  }
}

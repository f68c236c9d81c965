import Foundation
import Gzip
import HTTPServer
import JSON
import Synchronization

/// Writes what one of the servers is asked and answers into a run's report.
struct ExchangeRecorder: HTTPRecorder {
  /// What the server is called.
  let server: String
  let report: RunReport

  /// Longer bodies are told by their length.
  private static let longestBody = 8 << 10

  /// How many requests of a program are told in full.
  private static let toldCount = 100

  /// For how long a program is kept waiting, for the sake of order, in all.
  private static let waitLimit =
    LabSurroundings.timeLimit(ProcessInfo.processInfo.environment) / 3
  private static let rest = RunRest(waitLimit: waitLimit)
  /// All servers of a run, for what one asks another has its place among what they are asked.
  private static let turnstile = Turnstile { isLonely, callCount in
    rest.wait(isLonely: isLonely, callCount: callCount)
  }
  /// All servers' too.
  private static let names = NameNumbers()
  /// The requests that are answered without a word.
  private static let untold = Mutex<Set<Int>>([])

  /// Where the end of the run is told.
  private static let firstReport = Mutex<RunReport?>(nil)

  /// Has the end of the process wait for what the servers have before them, and be told in a report.
  static func begin(_ report: RunReport) {
    firstReport.withLock { $0 = $0 ?? report }
    RunEnd.hold { awaitEnd(sendsAnswers: false) }
  }

  /// Waits until the servers are done with what a program has sent, and begins to count anew, with
  /// another program that talks to them.
  static func programEnded() {
    awaitEnd(sendsAnswers: true)
    turnstile.programEnded()
    rest.programEnded()
  }

  private static func awaitEnd(sendsAnswers: Bool) {
    let end = DispatchSemaphore(value: 0)
    turnstile.end(sendsAnswers: sendsAnswers) { end.signal() }
    // A program that has used up its threads has none for the turnstile either.
    let milliseconds = Int(waitLimit / .milliseconds(1))
    let isAtEnd = end.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    guard let report = firstReport.withLock({ $0 }) else { return }
    if turnstile.hasNewlyLostOrder() { report.add("unordered") }
    if isAtEnd { report.add("ended") }
  }

  func record(_ request: HTTPRequest) async -> Int? {
    let number = report.nextRequest()
    defer { tellLostOrder() }
    let caller = Self.caller(of: request)
    let body = Self.text(of: request.body) ?? ""
    let fields = request.headers.fields.filter {
      !Self.changingFields.contains($0.name.lowercased())
    }
    let details = [request.target, body] + fields.flatMap { [$0.name, $0.value] }
    let rank = Turnstile.Rank(
      isServers: caller == Self.gateway,
      words: [
        caller, server, request.method, report.canonicalHost(request.headers["Host"] ?? ""),
        NameNumbers.lasting(request.target), NameNumbers.lasting(body),
      ], details: details.map(Self.names.numbered),
      origin: request.peerPort.map(RequestOrigin.init) ?? .unknown)
    report.add("came \(number)")
    let pass = await withTaskCancellationHandler {
      await Self.turnstile.enter(number, rank)
    } onCancel: {
      recordHangUp(of: number)
    }
    Self.names.add(details)
    if pass.place > Self.toldCount {
      Self.untold.withLock { _ = $0.insert(number) }
      report.add("further \(number)")
      return number
    }
    var line: JSONObject = [
      "number": .integer(number), "from": .string(caller), "to": .string(server),
      "method": .string(request.method), "target": .string(request.target),
      "fields": Self.value(of: request.headers), "round": .integer(pass.round),
      "hasOrigin": .bool(rank.origin != .unknown),
    ]
    Self.add(request.body, to: &line)
    report.add("request " + JSONValue.object(line).serialized())
    return number
  }

  /// Fields that don't tell one request from another, or another one at each run.
  private static let changingFields: Set = ["content-length", "date", "host"]

  func recordHangUp(of number: Int) { report.add("gone \(number)") }

  /// A little later the request would have come.
  func recordUnusedConnection() {
    Self.turnstile.loseOrder()
    tellLostOrder()
  }

  func record(_ response: HTTPResponse, to number: Int) async {
    await Self.turnstile.leave(number)
    tellLostOrder()
    add(response, to: number)
    let isWhole = if case .bytes = response.body { true } else { false }
    guard !Self.turnstile.told(number, isWhole: isWhole) else { return }
    // The process ends; nothing wakes this up.
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private func add(_ response: HTTPResponse, to number: Int) {
    var body: [UInt8]?
    if case .bytes(let bytes) = response.body { body = Self.unpacked(bytes, response.headers) }
    let text = body.flatMap(Self.text) ?? ""
    Self.names.add([text] + response.headers.fields.map(\.value))
    guard Self.untold.withLock({ $0.remove(number) }) == nil else { return }
    var line: JSONObject = [
      "number": .integer(number), "status": .integer(response.status),
      "fields": Self.value(of: response.headers),
    ]
    if let body { Self.add(body, to: &line) } else { line["isStream"] = true }
    report.add("answer " + JSONValue.object(line).serialized())
  }

  private func tellLostOrder() {
    if Self.turnstile.hasNewlyLostOrder() { report.add("unordered") }
  }

  /// What the server is called that asks others.
  static let gateway = "Sync Gateway"

  /// Who asks, by the name that clients give themselves.
  private static func caller(of request: HTTPRequest) -> String {
    let agent = request.headers["User-Agent"] ?? ""
    if agent.hasPrefix("Go-http-client/") { return gateway }
    if agent.hasPrefix("Mozilla/") { return "Browser" }
    if agent.hasPrefix("curl/") { return "curl" }
    return "Sample"
  }

  private static func value(of headers: HTTPHeaders) -> JSONValue {
    .array(headers.fields.map { [.string($0.name), .string($0.value)] })
  }

  /// What a packed body says, which is what readers want to see.
  private static func unpacked(_ body: [UInt8], _ headers: HTTPHeaders) -> [UInt8] {
    guard headers["Content-Encoding"] == "gzip" else { return body }
    return (try? GzipDecoder.decode(body, limit: 1 << 20)) ?? body
  }

  private static func add(_ body: [UInt8], to line: inout JSONObject) {
    line["length"] = .integer(body.count)
    if let text = text(of: body) { line["body"] = .string(text) }
  }

  /// What a body says; `nil` if that is too long to be told, or no text.
  private static func text(of body: [UInt8]) -> String? {
    body.count <= longestBody ? String(validating: body, as: UTF8.self) : nil
  }
}

extension LabSurroundings {
  /// Starts a server whose exchanges are told to whoever runs the sample.
  func recording<Server: Sendable>(
    _ name: String, _ start: () async throws -> Server
  ) async throws -> Server {
    guard let report else { return try await start() }
    ExchangeRecorder.begin(report)
    return try await HTTPListener.$recorder.withValue(
      ExchangeRecorder(server: name, report: report), operation: start)
  }
}

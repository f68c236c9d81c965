import Gzip
import HTTPServer
import JSON

/// Writes what one of the servers is asked and answers into a run's report.
struct ExchangeRecorder: HTTPRecorder {
  /// What the server is called.
  let server: String
  let report: RunReport

  /// Longer bodies are told by their length.
  private static let longestBody = 8 << 10

  /// All servers of a run, for what one asks another has its place among what they are asked.
  ///
  /// A flood of requests is cut off at the limit; nobody reads more.
  private static let turnstile = Turnstile(limit: 100, rest: RunActivity.waitForRest)

  func record(_ request: HTTPRequest) async -> Int? {
    let number = report.nextRequest()
    let caller = Self.caller(of: request)
    var line: JSONObject = [
      "number": .integer(number), "from": .string(caller),
      "to": .string(server), "method": .string(request.method),
      "target": .string(request.target), "fields": Self.value(of: request.headers),
    ]
    Self.add(request.body, to: &line)
    let body = line["body"]?.string ?? ""
    let rank = Turnstile.Rank(
      isServers: caller == Self.gateway,
      words: [
        caller, server, request.method, report.canonicalHost(request.headers["Host"] ?? ""),
        Self.lasting(request.target), Self.lasting(body),
      ], details: [request.target, body, request.headers["Authorization"] ?? ""])
    report.add("came \(number)")
    guard let round = await Self.turnstile.enter(number, rank) else { return nil }
    line["round"] = .integer(round)
    report.add("request " + JSONValue.object(line).serialized())
    return number
  }

  func record(_ response: HTTPResponse, to number: Int) async {
    await Self.turnstile.leave(number)
    var line: JSONObject = [
      "number": .integer(number), "status": .integer(response.status),
      "fields": Self.value(of: response.headers),
    ]
    switch response.body {
    case .bytes(let bytes): Self.add(Self.unpacked(bytes, response.headers), to: &line)
    case .stream, .upgrade: line["isStream"] = true
    }
    report.add("answer " + JSONValue.object(line).serialized())
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

  /// A text without the words in it that are long enough to be drawn by lot.
  private static func lasting(_ text: String) -> String {
    let words = text.utf8.split(omittingEmptySubsequences: false) { !isPartOfName($0) }
    return words.map { $0.count < 16 ? String(Substring($0)) : "*" }.joined(separator: " ")
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
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
    if body.count <= longestBody, let text = String(validating: body, as: UTF8.self) {
      line["body"] = .string(text)
    }
  }
}

extension LabSurroundings {
  /// Starts a server whose exchanges are told to whoever runs the sample.
  func recording<Server: Sendable>(
    _ name: String, _ start: () async throws -> Server
  ) async throws -> Server {
    guard let report else { return try await start() }
    return try await HTTPListener.$recorder.withValue(
      ExchangeRecorder(server: name, report: report), operation: start)
  }
}

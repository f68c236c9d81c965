import DocModel
import JSON

/// The requests and answers of a run, as its report tells them, in an order that is the same at
/// every run.
struct HTTPExchange {
  /// A request and, unless the run ended before, its answer.
  struct Call {
    var number: Int
    var sender: String
    var receiver: String
    var method: String
    var target: String
    var request: JSONValue
    var answer: JSONValue?
    /// When it came, counted in lines of the report: when the servers next turned to a call, as in
    /// between it is a matter of luck who comes before or after what.
    var start: Int
    /// When the server turned to it.
    var taken: Int
    /// Calls share it that came at once and that nobody can tell apart; `nil` where nothing says so.
    var round: Int?
    /// Whether those came in the order in which a script started the programs that sent them.
    var hasOrigin = false
    /// When it was answered, or its client gave it up; after everything if neither happened.
    var end = Int.max
    /// The number of the call for whose sake a server asks.
    var cause: Int?
    /// The block of a session during which it came.
    var block = 0
  }

  /// The calls, by when the servers turned to them.
  private(set) var calls: [Call] = []
  /// How many requests each block sent beyond those that are told in full.
  private var furtherCounts: [Int: Int] = [:]
  /// The blocks in which luck decided about the order of requests.
  private var unorderedBlocks: Set<Int> = []
  /// How many blocks the run came to.
  private(set) var blockCount = 1
  /// What is secret in the whole run.
  private var known: KnownSecrets

  /// Reads the lines `came <number>`, `gone <number>`, `request {…}`, `further <number>`, `answer {…}`,
  /// `unordered`, `ended`, `drawn "…"`, `chosen "…"` and `block <index>` of a report; other lines are someone
  /// else's, and the last one may be cut off.
  ///
  /// A request that has come and was not turned to is none: the run had ended. Where the end didn't wait
  /// for the run to come to rest, as of a crash, it is luck how far the servers had got with what is open.
  init(report: String) {
    known = KnownSecrets(report: report)
    var arrivals: [Int: (time: Int?, block: Int)] = [:]
    // When clients gave up what waited.
    var ends: [Int: Int] = [:]
    var hasRested = false
    for (time, line) in report.split(separator: "\n").enumerated() {
      if line.hasPrefix("came "), let number = Int(line.dropFirst(5)) {
        arrivals[number] = (nil, blockCount - 1)
      } else if line.hasPrefix("gone "), let number = Int(line.dropFirst(5)), ends[number] == nil {
        // Its client goes on: what comes now comes after it.
        Self.begin(&arrivals, at: time)
        ends[number] = time
        let index = calls.firstIndex { $0.number == number && $0.answer == nil }
        if let index { calls[index].end = time }
      } else if line.hasPrefix("request "), let value = Self.json(line.dropFirst(8)),
        var call = Call(value, at: time)
      {
        Self.begin(&arrivals, at: time)
        let arrival = arrivals.removeValue(forKey: call.number)
        let cause = openCall(askedOf: call.sender)
        call.start = arrival?.time ?? time
        call.end = ends[call.number] ?? .max
        call.cause = cause?.number
        call.block = cause?.block ?? arrival?.block ?? blockCount - 1
        calls.append(call)
      } else if line.hasPrefix("answer "), let value = Self.json(line.dropFirst(7)),
        let index = calls.firstIndex(where: { $0.number == value["number"]?.integer })
      {
        calls[index].answer = value
        calls[index].end = min(calls[index].end, time)
      } else if line.hasPrefix("further "), let number = Int(line.dropFirst(8)) {
        let block = arrivals.removeValue(forKey: number)?.block ?? blockCount - 1
        furtherCounts[block, default: 0] += 1
      } else if line == "ended" {
        hasRested = true
      } else if line == "unordered" {
        unorderedBlocks.insert(blockCount - 1)
      } else if line == "\(Self.blockBoundary) \(blockCount)" {
        blockCount += 1
      }
    }
    if !hasRested {
      unorderedBlocks.formUnion(arrivals.values.map(\.block))
      unorderedBlocks.formUnion(calls.filter { $0.answer == nil }.map(\.block))
    }
    for call in calls { known.add(call.secrets) }
    let settled = EqualCalls(settling: calls, known)
    calls = settled.calls
    unorderedBlocks.formUnion(settled.unsettled.map { calls[$0].block })
  }

  /// The call that makes a server ask others, whose block is theirs too: the last that it turned to.
  private func openCall(askedOf server: String) -> Call? {
    calls.last { $0.receiver == server && $0.answer == nil }
  }

  /// Those that have come by now begin at one time.
  private static func begin(_ arrivals: inout [Int: (time: Int?, block: Int)], at time: Int) {
    for (number, arrival) in arrivals where arrival.time == nil { arrivals[number]?.time = time }
  }

  /// The word before the number of the block that begins, in a line between what two blocks of a session
  /// did; the first of several with the same number counts.
  private static let blockBoundary = "block"

  /// The line between what several programs of one run did.
  static let boundary = "program"

  /// The exchange of each program of a run; one may go on with what another got.
  static func parts(of report: String) -> [HTTPExchange] {
    let parts = report.split(separator: "\n", omittingEmptySubsequences: false)
      .split(omittingEmptySubsequences: false) { $0 == boundary }
      .map { HTTPExchange(report: $0.joined(separator: "\n")) }
    var known = KnownSecrets()
    for part in parts { known.add(part.known) }
    return parts.map { part in
      var part = part
      part.known = known
      return part
    }
  }

  private static func json(_ text: Substring) -> JSONValue? {
    try? JSONParser.parse(Array(text.utf8))
  }

  /// The messages of each block, each answer behind its request and what the server asked others
  /// meanwhile, even if it came during a later block.
  var blocks: [SampleExchange] {
    (0..<blockCount).map { block in
      let calls = calls.filter { $0.block == block }
      var messages: [HTTPMessage] = []
      Self.write(CallOrder(calls).roots, of: calls, (HostNames(calls), known), to: &messages)
      return SampleExchange(
        messages, furtherRequestCount: furtherCounts[block] ?? 0,
        isUnordered: unorderedBlocks.contains(block))
    }
  }

  private static func write(
    _ nodes: [CallOrder.Node], of calls: [Call], _ names: (hosts: HostNames, known: KnownSecrets),
    to messages: inout [HTTPMessage]
  ) {
    for node in nodes {
      let call = calls[node.call]
      messages.append(call.requestMessage(names.hosts, names.known))
      write(node.inner, of: calls, names, to: &messages)
      if let answer = call.answerMessage(names.known) { messages.append(answer) }
    }
  }
}

extension HTTPExchange.Call {
  fileprivate init?(_ value: JSONValue, at time: Int) {
    guard let number = value["number"]?.integer, let sender = value["from"]?.string,
      let receiver = value["to"]?.string, let method = value["method"]?.string,
      let target = value["target"]?.string
    else { return nil }
    self.init(
      number: number, sender: sender, receiver: receiver, method: method, target: target,
      request: value, start: time, taken: time, round: value["round"]?.integer,
      hasOrigin: value["hasOrigin"] == true)
  }

  /// The value of a header field of the request; `nil` without one.
  func field(_ name: String) -> String? {
    for field in request["fields"]?.array ?? [] {
      guard let pair = field.array, pair.count == 2,
        pair[0].string?.lowercased() == name
      else { continue }
      return pair[1].string
    }
    return nil
  }
}

import JSON
import Testing

@testable import Samples

/// Whose is which of calls that nobody can tell apart.
@Suite struct EqualCallsTests {
  private static let codes = ["code-of-the-first-0001", "code-of-the-second-002"]
  private static let sessions = ["5e551017f1257000000001", "5e55105ec07d0000000002"]

  /// What the servers have said of them; of the sessions they may be the ids of documents instead.
  private let known = secrets(codes + sessions)
  private let knownCodes = secrets(codes)

  private static func secrets(_ texts: [String]) -> KnownSecrets {
    KnownSecrets(report: texts.map { "drawn \"\($0)\"" }.joined(separator: "\n"))
  }

  /// The call of one client, by what it asks and is answered.
  private func call(
    _ number: Int, _ target: String, session: String = "", answer: String, round: Int? = nil
  ) -> HTTPExchange.Call {
    let json: JSONValue = ["Content-Type", "application/json"]
    let request: JSONValue = [
      "number": .integer(number), "method": "GET", "target": .string(target),
      "fields": [["Cookie", .string("s=\(session)")]],
    ]
    let response: JSONValue = [
      "number": .integer(number), "status": 200, "fields": [["Content-Length", "5"], json],
      "body": .string(answer), "length": .integer(answer.utf8.count),
    ]
    return HTTPExchange.Call(
      number: number, sender: "Sample", receiver: "Gateway", method: "GET", target: target,
      request: request, answer: response, start: number, taken: number, round: round)
  }

  private func text(_ calls: [HTTPExchange.Call]) -> [String] {
    calls.map { call in
      "\(call.target) \(call.field("cookie") ?? "") \(call.answer?["body"]?.string ?? "")"
    }
  }

  /// Two log in in two steps, then one is the phone and the other the watch; `isSwapped` says which was
  /// let in first.
  private func login(isSwapped: Bool) -> [HTTPExchange.Call] {
    let (a, b) = isSwapped ? (1, 0) : (0, 1)
    func session(_ index: Int) -> String { #"{"session_id": "\#(Self.sessions[index])"}"# }
    return [
      call(1, "/login", answer: #"{"code": "\#(Self.codes[0])"}"#, round: 1),
      call(2, "/login", answer: #"{"code": "\#(Self.codes[1])"}"#, round: 1),
      call(3, "/callback?code=\(Self.codes[0])", answer: session(0), round: 2),
      call(4, "/callback?code=\(Self.codes[1])", answer: session(1), round: 2),
      call(5, "/phone", session: Self.sessions[a], answer: "{}", round: 3),
      call(6, "/watch", session: Self.sessions[b], answer: "{}", round: 4),
    ]
  }

  @Test func theirLaterCallsSayWhoIsWho() {
    let (one, other) = (login(isSwapped: false), login(isSwapped: true))
    #expect(text(one) != text(other))
    #expect(
      text(EqualCalls(settling: one, known).calls) == text(EqualCalls(settling: other, known).calls)
    )
    // Nothing was lost, and codes go with their sessions.
    let settled = EqualCalls(settling: other, known).calls
    #expect(settled.map(\.target.count) == one.map(\.target.count))
    let pairs = settled[2...3].map {
      [$0.target.suffix(22), $0.answer?["body"]?.string?[...] ?? ""]
    }
    #expect(
      Set(pairs) == [
        [Self.codes[0][...], #"{"session_id": "\#(Self.sessions[0])"}"#],
        [Self.codes[1][...], #"{"session_id": "\#(Self.sessions[1])"}"#],
      ])
  }

  /// Who has done the same stays where it is, and so does who asked at another time.
  @Test func whatIsTheSameStays() {
    var calls = login(isSwapped: true)
    calls.removeLast(2)
    #expect(text(EqualCalls(settling: calls, known).calls) == text(calls))
    var apart = login(isSwapped: true)
    for index in apart.indices { apart[index].round = index }
    #expect(text(EqualCalls(settling: apart, known).calls) == text(apart))
  }

  /// What is shown must have happened: ids of documents say in which order lists are.
  @Test func whatIsShownStays() {
    var calls = login(isSwapped: true)
    for index in 2...3 {
      calls[index].answer?.replace(#"{"id": "\#(Self.sessions[index - 2])"}"#)
    }
    for index in 4...5 { calls[index].request.replaceFieldsByBody() }
    let settled = EqualCalls(settling: calls, knownCodes).calls
    #expect(settled[4...5].map { $0.request["body"] } == calls[4...5].map { $0.request["body"] })
  }

  /// What a server knows to be secret is shown nowhere.
  @Test func whatIsSecretElsewhereIsExchanged() {
    let bodies = [false, true].map { isSwapped in
      var calls = login(isSwapped: isSwapped)
      for index in 2...3 {
        calls[index].answer?.replace(#"{"id": "\#(Self.sessions[index - 2])"}"#)
      }
      return text(EqualCalls(settling: calls, known).calls)
    }
    #expect(bodies[0] == bodies[1])
  }

  /// Where luck decided who got what is shown, that is told, unless a script started the clients one after
  /// the other, or nobody asks by it later.
  @Test func tellsWhatLuckDecided() {
    #expect(EqualCalls(settling: login(isSwapped: true), known).unsettled == [])
    var calls = login(isSwapped: true)
    for index in 2...3 {
      calls[index].answer?.replace(#"{"id": "\#(Self.sessions[index - 2])"}"#)
    }
    #expect(EqualCalls(settling: Array(calls[..<4]), knownCodes).unsettled == [])
    for index in 4...5 { calls[index].request.replaceFieldsByBody() }
    #expect(EqualCalls(settling: calls, knownCodes).unsettled == [2, 3])
    for index in calls.indices { calls[index].hasOrigin = true }
    #expect(EqualCalls(settling: calls, knownCodes).unsettled == [])
  }

  /// Who came when goes with the client: one went on while the other still waited.
  @Test func arrivalsGoWithTheirClients() {
    var one = login(isSwapped: false)
    (one[2].start, one[3].start) = (30, 3)
    var other = login(isSwapped: true)
    (other[2].start, other[3].start) = (3, 30)
    let starts = [one, other].map { EqualCalls(settling: $0, known).calls[2...3].map(\.start) }
    #expect(starts[0] == starts[1])
  }

  /// What was answered otherwise can't be exchanged: the second was refused.
  @Test func differentAnswersStay() {
    var calls = login(isSwapped: true)
    calls[1].answer = ["number": 2, "status": 429, "fields": [], "body": ""]
    let settled = EqualCalls(settling: calls, known)
    #expect(text([settled.calls[0], settled.calls[1]]) == text([calls[0], calls[1]]))
    #expect(settled.unsettled == [0, 1])
  }

  @Test(arguments: [
    ("a=short&b=long-enough-word-1", ["long-enough-word-1"]),
    ("x%3Dlong-enough-word-1%26y", ["long-enough-word-1"]),
    ("fifteen-letters", []), ("sixteen-letters-", ["sixteen-letters-"]),
    (
      "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJlLi4uLg", ["eyJhbGciOiJSUzI1NiJ9", "c2lnbmF0dXJlLi4uLg"]
    ),
    ("%", []), ("ü%4", []), ("", []),
  ])
  func longWordsAreNames(_ text: String, _ names: [String]) {
    let words = MessageWords(["body": .string(text), "fields": [["Date", "long-enough-word-9"]]])
    #expect(words.names == names)
    let renamed = MessageWords.renamed(.string(text), [:])
    #expect(renamed == .string(text))
    let other = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })
    #expect(MessageWords.renamed(.string(text), other).string?.contains("word-1") != true)
  }

  @Test func patternsSayWhichAreTheSame() {
    let words = MessageWords(["body": "aaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbb aaaaaaaaaaaaaaaaaa"])
    #expect(words.pattern == [0, 1, 0])
    #expect(MessageWords(nil).names.isEmpty && MessageWords(nil).shape.isEmpty)
  }
}

extension JSONValue {
  /// Has a message say in its body what it said in its fields.
  fileprivate mutating func replaceFieldsByBody() {
    guard case .object(var object) = self else { return }
    let text = (object["fields"]?.array ?? []).compactMap { $0.array?.last?.string }.joined()
    object["fields"] = []
    self = .object(object)
    replace(String(text.drop { $0 != "5" }))
  }

  /// Puts a text in the place of a message's body.
  fileprivate mutating func replace(_ body: String) {
    guard case .object(var object) = self else { return }
    object["body"] = .string(body)
    object["length"] = .integer(body.utf8.count)
    self = .object(object)
  }
}

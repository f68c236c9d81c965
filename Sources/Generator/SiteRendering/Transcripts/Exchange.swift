import DocgenDocModel
import DocgenGround

/// The HTTP messages of a sample, as its page shows them.
struct Exchange {
  /// The sample.
  let sample: SampleID
  /// The messages, each response after its request.
  let messages: [HTTPMessage]
  /// The number of requests that weren't recorded.
  let omittedCount: Int

  init(of sample: SampleID, in transcript: Transcript) {
    self.sample = sample
    messages = TranscriptRenderer(transcript).messages
    omittedCount = transcript.omittedCount
  }

  /// The number of recorded requests.
  var requestCount: Int { messages.count { !$0.isResponse } }

  /// Returns the counts: `2 requests`, or `14 requests, 3 distinct`.
  func counts(_ strings: ThemeStrings) -> String {
    let total = requestCount + omittedCount
    let requests =
      total == 1 ? strings["oneRequest"] : strings.text("requests", with: ["count": "\(total)"])
    if omittedCount > 0 {
      return strings.text(
        requestCount == 0 ? "noRequests" : "firstRequests",
        with: ["count": "\(requestCount)", "total": requests])
    }
    let distinct = Set(messages.lazy.filter { !$0.isResponse }.map(\.label)).count
    return distinct == total
      ? requests
      : strings.text("distinctRequests", with: ["count": "\(total)", "distinct": "\(distinct)"])
  }

  /// The diagram: first the clients, then the servers, each in order of appearance.
  ///
  /// A request that is repeated with the same response, as in polling, has one pair of arrows.
  var diagram: SequenceDiagram {
    var diagram = SequenceDiagram()
    let servers = Set(messages.lazy.filter { !$0.isResponse }.map(\.receiver))
    for message in messages where !servers.contains(message.sender) {
      _ = diagram.index(of: message.sender)
    }
    var index = 0
    while index < messages.count {
      let count = repetitions(at: index)
      for message in messages[index..<min(index + (count > 1 ? 2 : 1), messages.count)] {
        var arrow = SequenceDiagram.Message(
          from: diagram.index(of: message.sender), to: diagram.index(of: message.receiver),
          text: message.label + (count > 1 && !message.isResponse ? " × \(count)" : ""),
          isDashed: message.isResponse)
        arrow.isError = message.isError
        diagram.steps.append(.message(arrow))
      }
      index += count > 1 ? 2 * count : 1
    }
    return diagram
  }

  /// Returns how often the pair of messages at an index follows in a row.
  private func repetitions(at index: Int) -> Int {
    guard index + 1 < messages.count, messages[index + 1].isResponse else { return 1 }
    var count = 1
    while index + 2 * count + 1 < messages.count,
      messages[index + 2 * count].isAlike(messages[index]),
      messages[index + 2 * count + 1].isAlike(messages[index + 1])
    {
      count += 1
    }
    return count
  }
}

extension HTTPMessage {
  /// Whether a diagram shows both in the same way.
  fileprivate func isAlike(_ other: HTTPMessage) -> Bool {
    sender == other.sender && receiver == other.receiver && label == other.label
  }
}

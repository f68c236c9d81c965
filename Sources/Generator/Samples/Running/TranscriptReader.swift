import DocgenGround

/// Assembles the events of a run into transcripts.
struct TranscriptReader {
  /// The transcript of each block that the program reached; the program begins in the first.
  private(set) var blocks = [Transcript()]

  /// The most requests of a program that a page shows.
  private static let limit = 100

  /// Assembles the events of one program.
  init(_ events: [Transcript.Event]) {
    var count = 0
    // The block and position of each exchange, by its request's number.
    var positions: [Int: (block: Int, index: Int)] = [:]
    for (time, event) in events.enumerated() {
      switch event {
      case .port, .nextProgram: break
      // Braces may be open between two blocks, so a mark may be passed again.
      case .block(let index): if index == blocks.count { blocks.append(Transcript()) }
      case .omittedRequest: blocks[blocks.count - 1].omittedCount += 1
      case .request(let request):
        let cause = openExchange(with: request.client)
        let block = cause.flatMap { positions[$0]?.block } ?? blocks.count - 1
        count += 1
        guard count <= Self.limit else {
          blocks[block].omittedCount += 1
          continue
        }
        positions[request.number] = (block, blocks[block].exchanges.count)
        blocks[block].exchanges.append(.init(request: request, start: time, cause: cause))
      case .response(let response):
        guard let (block, index) = positions[response.number] else { continue }
        blocks[block].exchanges[index].response = response
        blocks[block].exchanges[index].end = time
      }
    }
  }

  /// Returns the number of the latest request that a server hasn't responded to, which causes the
  /// server's own requests.
  private func openExchange(with server: String) -> Int? {
    blocks.flatMap(\.exchanges).filter { $0.request.server == server && $0.response == nil }
      .max { $0.start < $1.start }?.request.number
  }

  /// Returns the transcripts of each program of a run.
  static func programs(_ events: [Transcript.Event]) -> [TranscriptReader] {
    events.split(omittingEmptySubsequences: false) { $0 == .nextProgram }
      .map { TranscriptReader(Array($0)) }
  }
}

extension Transcript.Event {
  /// Returns the event with its texts transformed.
  func mapTexts(_ transform: (String) -> String) -> Transcript.Event {
    func body(_ body: Transcript.Body) -> Transcript.Body {
      if case .text(let text) = body { .text(transform(text)) } else { body }
    }
    switch self {
    case .request(var request):
      request.target = transform(request.target)
      for index in request.fields.indices {
        request.fields[index].value = transform(request.fields[index].value)
      }
      request.body = body(request.body)
      return .request(request)
    case .response(var response):
      for index in response.fields.indices {
        response.fields[index].value = transform(response.fields[index].value)
      }
      response.body = body(response.body)
      return .response(response)
    case .port, .block, .nextProgram, .omittedRequest: return self
    }
  }
}

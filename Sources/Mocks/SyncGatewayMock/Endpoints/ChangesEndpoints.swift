import DocgenHTTPServer

/// `_changes` (rest/changes_api.go).
enum ChangesEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD", "POST"], "/{db}/_changes", changes)
  ]

  static func changes(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let request = try ChangesRequest(context)
    // On the admin port there is no user, and all changes are visible.
    let reader = context.user?.name
    if let ids = request.documentIDs {
      let rows = try await database.changes(of: ids, request: request, for: reader)
      // Only here, the last sequence is a number.
      return response(rows, lastSequence: String(rows.last?.sequence.sequence ?? 0))
    }
    let feed = ChangesFeed(
      request: request, reader: reader, database: database, clock: context.services.clock)
    switch request.feed {
    case .normal:
      return response(try await database.changes(request, for: reader), since: request.since)
    case .longpoll:
      let rows = try await database.changes(request, for: reader)
      return rows.isEmpty ? longpoll(feed) : response(rows, since: request.since)
    case .continuous: return continuous(feed)
    case .websocket: return try webSocket(feed, context: context)
    }
  }

  private static func response(_ rows: [ChangeRow], since: SequenceID) -> HTTPResponse {
    response(rows, lastSequence: "\"\((rows.last?.sequence ?? since).text)\"")
  }

  private static func response(_ rows: [ChangeRow], lastSequence: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/json"),
      text: ChangesText.head + ChangesText.rows(rows, areFirst: true)
        + ChangesText.tail(lastSequence: lastSequence))
  }

  /// Sends the header and the beginning immediately; a heartbeat is an empty line.
  private static func longpoll(_ feed: ChangesFeed) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/json")
    ) { send in
      await send(Array(ChangesText.head.utf8))
      var last = feed.request.since
      var isFirst = true
      var isWaiting = false
      await feed.run(endsWithRows: true) { event in
        switch event {
        case .rows(let rows):
          await send(Array(ChangesText.rows(rows, areFirst: isFirst).utf8))
          isFirst = false
          last = rows.last?.sequence ?? last
        // The first idle event, when the feed begins to wait, sends nothing.
        case .idle:
          if isWaiting { await send([UInt8(ascii: "\n")]) }
          isWaiting = true
        }
      }
      await send(Array(ChangesText.tail(lastSequence: "\"\(last.text)\"").utf8))
    }
  }

  /// Sends a line per change, and an empty line whenever all changes are sent.
  private static func continuous(_ feed: ChangesFeed) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ChangesText.headers(type: "application/octet-stream")
    ) { send in
      await feed.run(endsWithRows: false) { event in
        switch event {
        case .rows(let rows): await send(rows.flatMap { Array($0.line.utf8) })
        case .idle: await send([UInt8(ascii: "\n")])
        }
      }
    }
  }

  private static func webSocket(_ feed: ChangesFeed, context: RequestContext) throws
    -> HTTPResponse
  {
    let accept = try WebSocketHandshake.accept(context.request)
    let socket = ChangesSocket { message in
      let request = try? ChangesRequest(
        message: message, channels: feed.request.channels, context: context)
      return request.map {
        ChangesFeed(
          request: $0, reader: feed.reader, database: feed.database, clock: feed.clock)
      }
    }
    return HTTPResponse(
      upgradingTo: "websocket", headers: ["Sec-WebSocket-Accept": accept]
    ) { await socket.converse(over: $0) }
  }
}

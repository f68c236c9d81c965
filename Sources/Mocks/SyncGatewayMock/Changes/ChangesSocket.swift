import DocgenGzip
import DocgenHTTPServer
import DocgenJSON

/// The changes feed over a web socket (`sendContinuousChangesByWebSocket`).
///
/// The client's first message is the request. Changes are sent as arrays of rows. An empty array
/// means that all are sent; after it, an empty message is a heartbeat.
struct ChangesSocket: Sendable {
  /// Returns the feed that a first message requests; `nil` when the message is invalid.
  let feed: @Sendable (_ message: [UInt8]) -> ChangesFeed?

  func converse(over connection: UpgradedConnection) async {
    let socket = WebSocket(connection)
    guard let message = await socket.receive(), let feed = feed(message) else {
      return socket.close()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.send(feed, to: socket) }
      group.addTask {
        // Receiving responds to pings and detects when the client disconnects.
        while await socket.receive() != nil {}
      }
      await group.next()
      socket.close()
      connection.close()
      group.cancelAll()
    }
  }

  private static func send(_ feed: ChangesFeed, to socket: WebSocket) async {
    // All messages of a connection share one compressed stream.
    let encoder = feed.request.compresses ? GzipEncoder() : nil
    var isCaughtUp = false
    await feed.run(endsWithRows: false) { event in
      var text = ""
      switch event {
      case .rows(let rows): text = JSONValue.array(rows.map(\.json)).serialized(escapesHTML: true)
      case .idle where !isCaughtUp:
        isCaughtUp = true
        text = "[]"
      case .idle: break
      }
      if let encoder, text.utf8.count > 8 {
        socket.send(.binary, payload: encoder.encode(Array(text.utf8)))
      } else {
        socket.send(.text, payload: Array(text.utf8))
      }
      // Wait, so that a slow client gets changes slowly.
      await socket.drained()
    }
  }
}

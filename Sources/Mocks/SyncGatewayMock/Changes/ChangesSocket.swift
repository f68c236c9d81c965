import HTTPServer
import JSON

/// The changes feed over a web socket (`sendContinuousChangesByWebSocket`).
///
/// The first message of the client says what it wants. Changes come as arrays of rows; an empty
/// array says that all are sent, and from then on an empty message is a sign of life.
struct ChangesSocket: Sendable {
  /// Gives the feed that a first message asks for; `nil` when it makes no sense.
  let feed: @Sendable (_ message: [UInt8]) -> ChangesFeed?

  func converse(over connection: UpgradedConnection) async {
    let socket = WebSocket(connection)
    guard let message = await socket.receive(), let feed = feed(message) else {
      return socket.close()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.send(feed, to: socket) }
      group.addTask {
        // Answers pings, and notices when the client goes away.
        while await socket.receive() != nil {}
      }
      await group.next()
      socket.close()
      connection.close()
      group.cancelAll()
    }
  }

  private static func send(_ feed: ChangesFeed, to socket: WebSocket) async {
    // All messages of a connection share one stream of packed bytes.
    let packer = feed.request.compresses ? GzipEncoder() : nil
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
      if let packer, text.utf8.count > 8 {
        socket.send(.binary, packer.encode(Array(text.utf8)))
      } else {
        socket.send(.text, Array(text.utf8))
      }
      // Who reads slowly gets changes slowly.
      await socket.drained()
    }
  }
}

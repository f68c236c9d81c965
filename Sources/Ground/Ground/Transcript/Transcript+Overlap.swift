extension Transcript {
  /// Whether a client had two requests under way at the same time, so that their order may differ on
  /// another run.
  ///
  /// Requests that a server sent because of another one, streams and requests without a response don't
  /// count: a continuous replication overlaps everything else.
  public var isOverlapping: Bool {
    let complete = exchanges.filter { $0.end != nil && $0.cause == nil && !$0.isStream }
    return zip(complete, complete.indices).contains { exchange, index in
      complete[(index + 1)...].contains { later in
        later.request.client == exchange.request.client && later.start < exchange.end ?? 0
      }
    }
  }
}

extension Transcript.Exchange {
  /// Whether the response goes on after its header.
  public var isStream: Bool { response?.body == .stream }
}

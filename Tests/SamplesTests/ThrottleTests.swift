#if os(Linux)
  import Dispatch
  import Glibc
  import Testing

  /// What keeps `URLSession` from asking all the time whether it may send.
  @Suite struct ThrottleTests {
    @Test func whoAsksAgainAtOnceWaitsAndGetsEveryEvent() async throws {
      var sockets: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
      defer { for descriptor in sockets { close(descriptor) } }
      let source = DispatchSource.makeWriteSource(
        fileDescriptor: sockets[0], queue: DispatchQueue(label: "source"))
      let (events, event) = AsyncStream.makeStream(of: Void.self)
      source.setEventHandler { event.yield() }

      let begin = ContinuousClock.now
      source.activate()
      var count = 0
      for await _ in events {
        count += 1
        if count == 20 { break }
      }
      // One may be under way twice; and a slow machine can only make it longer.
      #expect(ContinuousClock.now - begin >= .microseconds(18 * 500))
      source.cancel()
    }
  }
#endif

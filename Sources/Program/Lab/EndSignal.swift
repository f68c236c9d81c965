#if Servers
  import Dispatch
  import Foundation

  /// A signal to end this process: SIGINT (Ctrl-C) or SIGTERM.
  final class EndSignal {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Prevents the signals from ending the process immediately.
    init() {
      let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
      self.signals = signals
      sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.activate()
        return source
      }
    }

    /// Waits for the first signal; a second one ends the process immediately.
    func wait() async {
      for await _ in signals { break }
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
  }
#endif

import Dispatch
import Foundation

/// The wish that this process ends: Ctrl-C, or SIGTERM.
final class EndSignal {
  private let wishes: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// From now on, the signals no longer end the process by themselves.
  init() {
    let (wishes, continuation) = AsyncStream.makeStream(of: Void.self)
    self.wishes = wishes
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
  }

  /// Returns at the first of the signals; a second one ends the process at once.
  func wait() async {
    for await _ in wishes { break }
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}

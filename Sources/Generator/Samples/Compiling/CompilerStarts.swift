/// When to start processes that compile many samples each.
///
/// Whoever divides the work says it while they are at work.
struct CompilerStarts: Sendable {
  /// What one of them is to do.
  struct Start: Sendable {
    /// Which samples it takes.
    var urgency = SampleSchedule.Urgency.usual
    /// How many of the first samples it may take, as far as others have not taken them.
    var reach: Int
    /// After how many it ends, whatever is left.
    var limit = Int.max
  }

  /// What is asked for, in this order.
  let requests: AsyncStream<Start>
  private let continuation: AsyncStream<Start>.Continuation

  /// None so far.
  init() { (requests, continuation) = AsyncStream.makeStream(of: Start.self) }

  /// Asks for a process.
  func request(_ start: Start) { continuation.yield(start) }

  /// Says that no more will be asked for, or that none can be started.
  func finish() { continuation.finish() }
}

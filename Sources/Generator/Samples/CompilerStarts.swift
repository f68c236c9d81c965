/// When to start processes that compile many samples each.
///
/// Whoever divides the work says it while they are at work.
struct CompilerStarts: Sendable {
  /// How many of the first samples each is to take, as far as others have not taken them.
  let counts: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  /// None so far.
  init() { (counts, continuation) = AsyncStream.makeStream(of: Int.self) }

  /// Asks for a process.
  func start(count: Int) { continuation.yield(count) }

  /// Says that no more will be asked for, or that none can be started.
  func finish() { continuation.finish() }
}

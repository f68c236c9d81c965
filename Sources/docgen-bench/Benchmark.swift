/// A benchmark.
protocol Benchmark: Sendable {
  /// The name on the command line.
  static var name: String { get }
  /// The number of rounds by default.
  static var defaultRounds: Int { get }

  /// Creates the benchmark from its arguments.
  init(_ arguments: BenchArguments)

  /// Measures, and returns the lines to print.
  ///
  /// - Throws: when the measured job fails, because then its time means nothing.
  func run() async throws -> [String]
}

/// A failure of the measured job.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
}

import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only with `DOCGEN_LOAD_TESTS=1` in the environment, which `.ci/run` sets for a
  /// step of its own.
  ///
  /// For suites that send so much or so often that they need a minute or a gigabyte. Their names
  /// end with `LoadTests`, by which that step finds them.
  public static var loadTest: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["DOCGEN_LOAD_TESTS"] == "1",
      "load tests run with DOCGEN_LOAD_TESTS=1")
  }
}

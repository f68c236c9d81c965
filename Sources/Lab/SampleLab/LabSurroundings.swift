import Foundation

/// What whoever runs the sample has laid out for it, found through the environment.
struct LabSurroundings {
  /// A folder named in the environment that cannot be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot read the fixture '\(path)'" }
  }

  /// The seed of the servers' randomness; the same in every run when none is given.
  let seed: UInt64
  private let fixtures: URL?
  /// Where to write what happens; `nil` when nobody asks.
  let report: RunReport?

  /// - Parameter environment: `DOCGEN_FIXTURES` names a folder with `gateway.json` and
  ///   `provider.json`, `DOCGEN_SEED` a number, `DOCGEN_REPORT` a file to append ports
  ///   and exchanges to.
  init(environment: [String: String]) throws {
    fixtures = environment["DOCGEN_FIXTURES"].map { URL(filePath: $0) }
    report = environment["DOCGEN_REPORT"].map { RunReport(path: $0) }
    seed = environment["DOCGEN_SEED"].flatMap { UInt64($0) } ?? 1
  }

  /// How long the run may take, by the seconds in `DOCGEN_TIMEOUT`; as long as any sample unless it is told.
  static func timeLimit(_ environment: [String: String]) -> Duration {
    .seconds(environment["DOCGEN_TIMEOUT"].flatMap { Int($0) } ?? 10)
  }

  /// The text of a fixture; `nil` when the page has none of that name.
  func fixture(_ name: String) throws -> String? {
    guard let file = fixtures?.appending(path: "\(name).json"),
      FileManager.default.fileExists(atPath: file.path)
    else { return nil }
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Unreadable(path: file.path)
    }
  }
}

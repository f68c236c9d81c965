import Clocks
import Foundation
import Synchronization

/// What whoever runs the sample has laid out for it, found through the environment.
struct LabSurroundings {
  /// A folder named in the environment that cannot be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot read the fixture '\(path)'" }
  }

  /// The seed of the servers' randomness; the same in every run when none is given.
  private let seed: UInt64
  private let fixtures: URL?
  private let hasOwnNetwork: Bool
  /// Where to write what happens; `nil` when nobody asks.
  let report: RunReport?

  /// - Parameter environment: `DOCGEN_FIXTURES` names a folder with `gateway.json` and
  ///   `provider.json`, `DOCGEN_SEED` a number, `DOCGEN_REPORT` a file to append ports
  ///   and exchanges to. With `DOCGEN_OWN_NETWORK=yes` nobody else uses ports.
  init(environment: [String: String]) throws {
    fixtures = environment["DOCGEN_FIXTURES"].map { URL(filePath: $0) }
    report = environment["DOCGEN_REPORT"].map { RunReport(path: $0) }
    hasOwnNetwork = environment["DOCGEN_OWN_NETWORK"] == "yes"
    seed = environment["DOCGEN_SEED"].flatMap { UInt64($0) } ?? 1
  }

  /// The randomness of one of a lab's servers, by its number.
  func random(_ number: UInt64) -> RandomSource { RandomSource(seed: seed &+ number) }

  /// Records the requests of a server; `nil` when there is no report.
  func recorder(of server: String) -> TranscriptRecorder? {
    report.map { TranscriptRecorder(server: server, report: $0) }
  }

  /// The ports of a lab's servers, or 0 for free ones.
  struct Ports: Sendable {
    var gateway: UInt16 = 0
    var gatewayAdmin: UInt16 = 0
    var provider: UInt16 = 0
  }

  private static let labCount = Mutex<UInt16>(0)
  private static let mostLabs: UInt16 = 100

  /// The ports of the next lab.
  ///
  /// In a network of its own a run has the same ones each time. So what holds them in a form that nobody
  /// can exchange, as a signed token does, is the same too. They have five digits, as free ones have, for
  /// lengths to be the same everywhere.
  func nextPorts() -> Ports {
    guard hasOwnNetwork else { return Ports() }
    let index = Self.labCount.withLock { count in
      defer { count = min(count + 1, Self.mostLabs) }
      return count
    }
    guard index < Self.mostLabs else { return Ports() }
    return Ports(
      gateway: 14984 + 10 * index, gatewayAdmin: 14985 + 10 * index, provider: 19090 + 10 * index)
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

import DocgenClocks
import Foundation
import Synchronization

/// The inputs that docgen provides for a sample's run, found through the environment.
struct LabLaunchContext {
  /// A fixture that exists but can't be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot read the fixture '\(path)': \(reason)" }
  }

  /// The seed of the servers' randomness; by default the same in every run.
  private let seed: UInt64
  private let fixtures: URL?
  private let hasOwnNetwork: Bool
  /// The file that events are written to; `nil` when the environment names none.
  let report: RunReport?

  /// - Parameter environment: `DOCGEN_FIXTURES` names a folder with `gateway.json` and
  ///   `provider.json`, `DOCGEN_SEED` is a number, `DOCGEN_REPORT` names a file to append ports
  ///   and exchanges to. With `DOCGEN_OWN_NETWORK=yes` no other process uses ports.
  init(environment: [String: String]) {
    fixtures = environment["DOCGEN_FIXTURES"].map { URL(filePath: $0) }
    report = environment["DOCGEN_REPORT"].map { RunReport(path: $0) }
    hasOwnNetwork = environment["DOCGEN_OWN_NETWORK"] == "yes"
    seed = environment["DOCGEN_SEED"].flatMap { UInt64($0) } ?? 1
  }

  /// Returns the randomness of one of a lab's servers, by its number.
  func random(_ number: UInt64) -> RandomSource { RandomSource(seed: seed &+ number) }

  /// Returns a recorder of a server's requests; `nil` when there is no report.
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

  /// Returns the ports of the next lab.
  ///
  /// In a separate network a run has the same ports each time. So values that contain them and
  /// can't be normalized, such as signed tokens, are the same too. The ports have five digits, as
  /// free ones have, so lengths are the same with and without a separate network.
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

  /// Returns the text of a fixture; `nil` when the page has none of this name.
  func fixture(_ name: String) throws -> String? {
    guard let file = fixtures?.appending(path: "\(name).json"),
      FileManager.default.fileExists(atPath: file.path)
    else { return nil }
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Unreadable(path: file.path, reason: error.localizedDescription)
    }
  }
}

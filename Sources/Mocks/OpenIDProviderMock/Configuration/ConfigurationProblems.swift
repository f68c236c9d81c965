import DocgenJSON
import DocgenMockHTTP

/// The problems of a configuration, collected while its values are read.
final class ConfigurationProblems {
  private let positions: JSONPositions
  private(set) var all: [ConfigurationProblem] = []

  init(positions: JSONPositions) { self.positions = positions }

  func report(_ message: String, atValue path: [String]) {
    report(message, at: positions.value(at: path))
  }

  func report(_ message: String, atKey path: [String]) {
    report(message, at: positions.key(at: path) ?? positions.value(at: path))
  }

  func reportRepeatedKeys() {
    for (path, position) in positions.repeatedKeys {
      report("'\(path.last ?? "")' occurs twice in this object; remove one", at: position)
    }
  }

  private func report(_ message: String, at position: JSONPositions.Position?) {
    all.append(
      ConfigurationProblem(
        line: position?.line ?? 1, column: position?.column ?? 1, message: message))
  }
}

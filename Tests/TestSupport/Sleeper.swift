import Foundation
import Testing

/// A `sleep` process that a test identifies by its seconds, because a process in a sandbox has
/// another process id there.
public enum Sleeper {
  /// Returns a number of seconds that no other process has among its arguments.
  public static func seconds() -> Int { Int.random(in: 100_000..<1_000_000_000) }

  /// Returns whether a living process has this number among its arguments.
  public static func isAlive(_ seconds: Int) throws -> Bool {
    // The command line of a dead process that isn't reaped yet is empty.
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    let commands = processes.compactMap {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
    }
    #expect(commands.count > 1)
    return commands.contains { String(decoding: $0, as: UTF8.self).contains("\(seconds)") }
  }
}

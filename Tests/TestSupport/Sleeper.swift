import Foundation
import Testing

/// A `sleep` that a test knows by its seconds: a process may see others by numbers of its own.
public enum Sleeper {
  /// A number of seconds that no other process has among its arguments.
  public static func seconds() -> Int { Int.random(in: 100_000..<1_000_000_000) }

  /// Whether a process is alive that has this number among its arguments.
  public static func isAlive(_ seconds: Int) throws -> Bool {
    // The command line of a process that is dead and not yet reaped is empty.
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    let commands = processes.compactMap {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
    }
    #expect(commands.count > 1)
    return commands.contains { String(decoding: $0, as: UTF8.self).contains("\(seconds)") }
  }
}

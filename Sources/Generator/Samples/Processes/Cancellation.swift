import CSampleHost
import Foundation

/// Tells a thread that waits for its process that nobody wants it any more.
final class Cancellation: Sendable {
  /// Can be read from as soon as it is told.
  let signal: Int32
  private let writing: Int32

  /// - Throws: `EnvironmentError` when there are no more descriptors.
  init() throws {
    var ends: [Int32] = [-1, -1]
    let failure = csamplehost_pipe(&ends)
    guard failure == 0 else {
      throw EnvironmentError.toolFailed(tool: "pipe", reason: String(cString: strerror(failure)))
    }
    (signal, writing) = (ends[0], ends[1])
  }

  deinit {
    close(signal)
    close(writing)
  }

  func tell() { _ = write(writing, "", 1) }
}

import CDocgenSampleHost

/// The limits of a run, besides its time.
public struct RunLimits: Sendable, Hashable {
  /// Seconds of processor time, all threads together.
  public var processorSeconds = 60
  /// Bytes of writable memory.
  public var memory = 1 << 30
  /// Bytes in a file it writes.
  public var fileSize = 64 << 20
  /// Open files and sockets.
  public var openFiles = 1024
  /// Processes of this user; root's aren't limited.
  public var processes = 4096

  /// Creates the default limits.
  public init() {}

  /// The limits as arguments.
  package var arguments: [String] {
    [processorSeconds, memory, fileSize, openFiles, processes].map(String.init)
  }

  /// Creates limits from arguments.
  package init?(arguments: [String]) {
    let numbers = arguments.compactMap(Int.init).filter { $0 >= 0 }
    guard numbers.count == 5, arguments.count == 5 else { return nil }
    processorSeconds = numbers[0]
    memory = numbers[1]
    fileSize = numbers[2]
    openFiles = numbers[3]
    processes = numbers[4]
  }

  /// Limits this process.
  package func apply() {
    var limits = csamplehost_limits(
      cpu_seconds: UInt64(processorSeconds), data_bytes: UInt64(memory),
      file_bytes: UInt64(fileSize), open_files: UInt64(openFiles), processes: UInt64(processes))
    csamplehost_limit(&limits)
  }
}

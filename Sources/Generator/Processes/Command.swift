/// A program to start, and what it may use.
public struct Command: Sendable, Hashable {
  /// What the program is for; a launcher that counts can tell by it.
  public enum Purpose: Sendable, Hashable {
    /// Asking the toolchain about itself.
    case inquiry
    /// Compiling one sample.
    case compilation
    /// Compiling one sample after another.
    case compilations
    /// Linking samples.
    case link
    /// Running one sample.
    case run
    /// Turning addresses into lines.
    case symbolication
  }

  /// What the program is for.
  public var purpose: Purpose
  /// The program's path.
  public var executable: String
  /// Its arguments, its own name first.
  public var arguments: [String]
  /// Its whole environment; nothing is inherited.
  public var environment: [String: String]
  /// Its working folder.
  public var directory: String
  /// The descriptor that it reads as its standard input, which the caller closes; `nil` for an empty input.
  public var input: Int32?
  /// The seconds after which it is killed, and all that came of it.
  public var timeout: Int
  /// The bytes it may write to standard output and to standard error, each, before it is killed.
  public var outputLimit: Int
  /// How many processes may come of it at a time, as far as the system tells; `nil` for any number.
  public var processLimit: Int?
  /// Whether it is a host that supervises itself: one process of it stays behind, and ends at
  /// SIGTERM all that came of the others.
  public var isSupervised = false

  /// A program with its surroundings.
  public init(
    _ purpose: Purpose, executable: String, arguments: [String], environment: [String: String],
    directory: String, timeout: Int = 300, outputLimit: Int = 16 << 20
  ) {
    self.purpose = purpose
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.timeout = timeout
    self.outputLimit = outputLimit
  }
}

/// How a program ended and what it wrote.
public struct CommandResult: Sendable, Hashable {
  /// How a program ended.
  public enum Ending: Sendable, Hashable {
    /// By itself, with this status.
    case exited(Int)
    /// By this signal.
    case signalled(Int)
    /// Killed, because its time was over.
    case timedOut
    /// Killed, because it wrote too much.
    case wroteTooMuch
    /// Killed, because it started too many processes.
    case startedTooMany
  }

  /// How it ended.
  public var ending: Ending
  /// What it wrote to standard output.
  public var output: [UInt8]
  /// What it wrote to standard error.
  public var errorOutput: [UInt8]
  /// What it wrote to descriptor 3.
  public var report: [UInt8]

  /// An ending with what was written before it.
  public init(
    ending: Ending, output: [UInt8] = [], errorOutput: [UInt8] = [], report: [UInt8] = []
  ) {
    self.ending = ending
    self.output = output
    self.errorOutput = errorOutput
    self.report = report
  }
}

/// Starts programs; every process of a build is started through one of these.
public protocol ProcessLauncher: Sendable {
  /// Starts a program and waits until it and all that came of it are gone.
  ///
  /// - Parameter onLine: called from any thread, one at a time, with the whole lines of standard
  ///   output as they come.
  /// - Throws: `EnvironmentError` when it can't be started; `CancellationError` when its task was
  ///   cancelled, and so it was ended.
  func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?
  ) async throws -> CommandResult
}

extension ProcessLauncher {
  /// Starts a program and waits until it and all that came of it are gone.
  ///
  /// - Throws: `EnvironmentError` when it can't be started.
  package func run(_ command: Command) async throws -> CommandResult {
    try await run(command, onLine: nil)
  }
}

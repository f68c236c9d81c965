/// A program to start, with its environment and its limits.
public struct Command: Sendable, Hashable {
  /// The purpose of a program, which tests can count by.
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

  /// The purpose of the program.
  public var purpose: Purpose
  /// The program's path.
  public var executable: String
  /// Its arguments, beginning with its own name.
  public var arguments: [String]
  /// Its complete environment; it inherits no variables.
  public var environment: [String: String]
  /// Its working folder.
  public var directory: String
  /// The descriptor for its standard input, which the caller closes; `nil` for an empty input.
  public var input: Int32?
  /// The time limit in seconds, after which it and its descendants are killed.
  public var timeout: Int
  /// The most bytes it may write to standard output and to standard error each, before it is
  /// killed.
  public var outputLimit: Int
  /// The most processes it may have at a time, as far as the system can count them; `nil` for no
  /// limit.
  public var processLimit: Int?
  /// Whether it supervises itself: one of its processes waits, and on SIGTERM ends all descendants
  /// of the others.
  public var isSupervised = false

  /// Creates a command.
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

/// The result of a program: how it ended and what it wrote.
public struct CommandResult: Sendable, Hashable {
  /// The way a program ended.
  public enum Ending: Sendable, Hashable {
    /// It exited with this status.
    case exited(Int)
    /// This signal ended it.
    case signalled(Int)
    /// It was killed because its time was over.
    case timedOut
    /// It was killed because it wrote too much.
    case wroteTooMuch
    /// It was killed because it started too many processes.
    case startedTooMany
  }

  /// The end of the process.
  public var ending: Ending
  /// Its standard output.
  public var output: [UInt8]
  /// Its standard error.
  public var errorOutput: [UInt8]
  /// The bytes it wrote to descriptor 3.
  public var report: [UInt8]

  /// Creates a result.
  public init(
    ending: Ending, output: [UInt8] = [], errorOutput: [UInt8] = [], report: [UInt8] = []
  ) {
    self.ending = ending
    self.output = output
    self.errorOutput = errorOutput
    self.report = report
  }

  /// Whether it exited with status 0.
  package var succeeded: Bool { ending == .exited(0) }

  /// Its standard error as text.
  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}

/// A type that starts programs; a build starts every process through one.
public protocol ProcessLauncher: Sendable {
  /// Starts a program and waits until it and its descendants have ended.
  ///
  /// - Parameter onLine: called on an arbitrary thread, one call at a time, with each complete line
  ///   of standard output as it arrives.
  /// - Throws: `EnvironmentError` when the program can't be started; `CancellationError` when the
  ///   task is cancelled, which ends the program.
  func run(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?
  ) async throws -> CommandResult
}

extension ProcessLauncher {
  /// Starts a program and waits until it and its descendants have ended.
  ///
  /// - Throws: `EnvironmentError` when it can't be started.
  package func run(_ command: Command) async throws -> CommandResult {
    try await run(command, onLine: nil)
  }
}

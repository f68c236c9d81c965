import DocgenGround
import Foundation

/// An error in the machine's setup, not in the author's text, that stops the build.
public enum EnvironmentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No folder of `PATH` has a Swift compiler.
  case noCompiler
  /// The toolchain lacks a program or file that samples need.
  case incompleteToolchain(missing: String)
  /// A program of the toolchain can't be started or responds unexpectedly.
  case toolFailed(tool: String, reason: String)
  /// The program that runs samples isn't there, or isn't executable.
  case noHost(path: String)
  /// A library that samples may import isn't there.
  case noLibrary(path: String)
  /// Samples must be confined and can't be.
  case unconfined(reason: String)
  /// A working file or folder can't be written, as on a full disk.
  case unwritable(what: String, reason: String)

  /// Returns the error for a program of the toolchain that failed, with what it wrote.
  package static func failure(of tool: String, _ result: CommandResult) -> EnvironmentError {
    // Warnings come before the reason.
    .toolFailed(tool: tool, reason: String(result.errorText.suffix(500)))
  }

  /// Performs work that writes, and names what can't be written if it fails.
  package static func whileWriting<Result: ~Copyable>(
    _ what: String, _ work: () throws -> Result
  ) throws(EnvironmentError) -> Result {
    do {
      return try work()
    } catch {
      throw .unwritable(what: what, reason: error.systemReason)
    }
  }

  /// The message for the user.
  public var description: String {
    switch self {
    case .noCompiler:
      "no Swift compiler found in the folders of PATH; install a Swift toolchain"
    case .incompleteToolchain(let missing):
      "the Swift toolchain has no '\(missing)'; install a complete toolchain"
    case .toolFailed(let tool, let reason):
      "'\(tool)' can't be used: \(reason)"
    case .noHost(let path):
      "the program that runs samples is missing, or can't be run: \(path)"
    case .noLibrary(let path):
      "the library that samples import is missing, or can't be read: \(path)"
    case .unconfined(let reason):
      "samples can't be confined: \(reason); install bubblewrap, or leave out '--confine require'"
    case .unwritable(let what, let reason):
      "\(what) can't be written: \(reason)"
    }
  }
}

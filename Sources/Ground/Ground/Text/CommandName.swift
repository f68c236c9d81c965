import Foundation

/// The names of commands in messages.
public enum CommandName {
  /// What users write to start docgen: `docgen`, or in a package that depends on it, what its
  /// plugin says.
  public static let docgen = ProcessInfo.processInfo.environment["DOCGEN_COMMAND"] ?? "docgen"
}

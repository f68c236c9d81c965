import SampleHosting

/// The entry point for programs that samples run in, which they call first.
public enum SampleHost {
  /// Compiles samples or runs one, and ends the process, if the environment asks for it; otherwise
  /// returns immediately.
  public static func runIfRequested() {
    CompilerWorker.runIfRequested()
    SampleProcess.runIfRequested()
  }

  /// The program that a sample runs in.
  enum Kind: Int, Sendable, CaseIterable {
    /// The one that contains only the Swift runtime, and so starts quickly.
    case bare
    /// The one that contains the modules which samples import.
    case full
  }
}

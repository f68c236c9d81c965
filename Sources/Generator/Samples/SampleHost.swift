import SampleHosting

/// What a program that samples run in calls first.
public enum SampleHost {
  /// Compiles samples or runs one, and ends the process, if the environment asks for it; else
  /// returns at once.
  public static func runIfRequested() {
    CompilerWorker.runIfRequested()
    SampleProcess.runIfRequested()
  }

  /// Which program a sample runs in.
  enum Kind: Int, Sendable, CaseIterable {
    /// One that holds nothing but the Swift runtime, and so starts soon.
    case bare
    /// The one that holds the modules which samples import.
    case full
  }
}

import Processes

/// A library of samples in a folder that lives as long as it is used.
struct SampleLibrary: Sendable {
  /// The folder it lies in.
  let folder: TemporaryFolder
  /// Whether it holds one sample only.
  let isForOne: Bool
  /// The kind of program that opens it.
  let host: SampleHost.Kind

  /// Its path.
  var path: String { "\(folder.path)/samples.so" }
}

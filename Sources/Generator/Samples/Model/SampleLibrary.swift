import Processes

/// A library of samples in a folder that exists as long as it is used.
struct SampleLibrary: Sendable {
  /// The folder that it is in.
  let folder: TemporaryFolder
  /// Whether it contains only one sample.
  let isForOne: Bool
  /// The kind of host that opens it.
  let host: SampleHost.Kind

  /// Its path.
  var path: String { "\(folder.path)/samples.so" }
}

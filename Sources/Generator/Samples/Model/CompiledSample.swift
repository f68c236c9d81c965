import DocgenHashing
import DocgenProcesses

/// The result of compiling a sample, as stored in the cache.
struct CompiledSample: Sendable, Hashable, Codable {
  /// The object file, if it has been fetched.
  var object: [UInt8]?
  /// The hash of the object, which is its key in the cache; `nil` when the sample doesn't compile.
  var objectDigest: String?
  /// The compiler's messages.
  var messages: [CompilerMessage]
  /// The line of the author's file where it began when it was compiled.
  var firstLine: Int
  /// The hashes of the modules it depends on.
  var dependencies: [String: String]
  /// Whether it would change other samples in the same library, or collide with them.
  var mustBeLinkedAlone: Bool
  /// Whether another build would have the same result; `false` when the compiler was killed.
  var isRepeatable = true

  /// Whether there is an object.
  var succeeded: Bool { objectDigest != nil }

  /// Whether it depends on modules in a host.
  var dependsOnHost: Bool { dependencies.keys.contains { !$0.hasPrefix(ModuleLibrary.prefix) } }

  /// Creates the result of a successful compilation.
  init(
    _ object: [UInt8], of source: SampleSource, saying messages: [CompilerMessage] = [],
    dependencies: [String: String], isRepeatable: Bool = true
  ) {
    self.object = object
    objectDigest = ContentHash.of(object)
    self.messages = messages
    firstLine = source.firstLine
    self.dependencies = dependencies
    mustBeLinkedAlone = LinkIsolation.isNeeded(source, object: object)
    self.isRepeatable = isRepeatable
  }

  /// Creates the result of a failed compilation.
  ///
  /// - Parameter dependencies: the possible causes of the failure: all modules that can be
  ///   imported.
  init(
    failingWith messages: [CompilerMessage], source: SampleSource,
    dependencies: [String: String], isRepeatable: Bool
  ) {
    self.messages = messages
    firstLine = source.firstLine
    self.dependencies = dependencies
    mustBeLinkedAlone = false
    self.isRepeatable = isRepeatable
  }

  /// Everything except the object, which is stored under its digest.
  enum CodingKeys: String, CodingKey {
    case objectDigest, messages, firstLine, dependencies, mustBeLinkedAlone
  }
}

/// A library of samples in a folder that exists as long as it is used.
struct SampleLibrary: Sendable {
  /// The folder that it is in.
  let folder: TemporaryFolder
  /// Whether it contains only one sample.
  let isForOne: Bool
  /// The host that opens it, and the libraries that it opens with it.
  let needs: RunNeeds

  /// Its path.
  var path: String { "\(folder.path)/samples.so" }
}

import Hashing

/// What the compiler made of a sample, as the cache keeps it.
struct CompiledSample: Sendable, Hashable, Codable {
  /// The object file, as far as it has been fetched.
  var object: [UInt8]?
  /// The hash of the object, which it is kept under; `nil` when the sample doesn't compile.
  var objectDigest: String?
  /// What the compiler said.
  var messages: [CompilerMessage]
  /// The line of the author's file that its first line was compiled at.
  var firstLine: Int
  /// The hashes of the modules it depends on.
  var dependencies: [String: String]
  /// Whether it would change other samples, or collide with them, in the same library.
  var mustBeLinkedAlone: Bool
  /// Whether another build would see the same; not so when the compiler was killed.
  var isRepeatable = true

  /// Whether there is an object.
  var succeeded: Bool { objectDigest != nil }

  /// Whether it depends on modules that a host holds.
  var dependsOnModules: Bool { !dependencies.isEmpty }

  /// A sample that compiled.
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

  /// A sample that did not.
  ///
  /// - Parameter dependencies: what may have made it fail: anything that can be imported, or can't
  ///   yet.
  init(
    failingWith messages: [CompilerMessage], _ source: SampleSource,
    dependencies: [String: String], isRepeatable: Bool
  ) {
    self.messages = messages
    firstLine = source.firstLine
    self.dependencies = dependencies
    mustBeLinkedAlone = false
    self.isRepeatable = isRepeatable
  }

  /// Everything but the object, which is kept under its digest.
  enum CodingKeys: String, CodingKey {
    case objectDigest, messages, firstLine, dependencies, mustBeLinkedAlone
  }
}

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

  /// Everything but the object, which is kept under its digest.
  enum CodingKeys: String, CodingKey {
    case objectDigest, messages, firstLine, dependencies, mustBeLinkedAlone
  }
}

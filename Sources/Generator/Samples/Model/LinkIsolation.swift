import DocgenGround

/// Finds samples that would change other samples in the same library.
///
/// A conformance of a foreign type to a foreign protocol applies to the process, whichever
/// sample declares it. A symbol with a name chosen by the author may exist twice.
enum LinkIsolation {
  /// Attributes that name symbols or replace other code.
  private static let attributes = [
    "@retroactive", "@_cdecl", "@c(", "@c ", "@_silgen_name", "@_expose", "@_dynamicReplacement",
  ]

  /// Whether a sample must be linked separately.
  ///
  /// An attribute's name in a comment is enough, because separate linking costs little.
  static func isNeeded(_ source: SampleSource, object: [UInt8]) -> Bool {
    let text = source.relativeText
    return attributes.contains { text.contains(bytesOf: $0) }
      || declaresForeignConformance(module: source.module, object: object)
  }

  /// Returns whether an object has a conformance descriptor (`$s` type protocol module `Mc`) of a
  /// foreign type and protocol.
  ///
  /// If both are foreign, the module's own name first appears after them. Before a name declared in
  /// the module, it would be followed by that name's length; as the module of an extension, by `E`.
  static func declaresForeignConformance(module: String, object: [UInt8]) -> Bool {
    let mangled = Array("\(module.utf8.count)\(module)".utf8)
    let suffix = Array("Mc".utf8)
    return object.split(separator: 0).contains { name in
      guard name.starts(with: [0x24, 0x73]), name.suffix(2).elementsEqual(suffix),
        let found = name.firstIndexRange(of: mangled)
      else { return false }
      let next = name[found.upperBound]
      return found.lowerBound > name.startIndex + 2 && next != 0x45
        && !(0x30...0x39).contains(next)
    }
  }
}

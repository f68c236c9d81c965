import DocModel

/// The names of the modules that samples are compiled as, unique among them.
struct ModuleNames: Sendable, Hashable {
  private let names: [SampleID: String]

  /// Names every sample after its page and its own name, as in `guides_login_3`; where two names
  /// would be one, both get a hash behind them.
  init(_ ids: [SampleID]) {
    let plain = Dictionary(ids.map { ($0, ModuleNames.plain($0)) }) { first, _ in first }
    let counts = Dictionary(plain.values.map { ($0, 1) }, uniquingKeysWith: +)
    names = Dictionary(
      uniqueKeysWithValues: plain.map { id, name in
        let suffix = ContentHash.of([id.file, id.name]).prefix(8)
        return (id, counts[name] == 1 ? name : "\(name)_\(suffix)")
      })
  }

  /// The name of a sample's module.
  subscript(id: SampleID) -> String { names[id] ?? ModuleNames.plain(id) }

  private static func plain(_ id: SampleID) -> String {
    let file = id.file.hasSuffix(".md") ? String(id.file.dropLast(3)) : id.file
    let text = "\(file)_\(id.name)".unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    return text.first?.isNumber == true ? "_" + String(text) : String(text)
  }
}

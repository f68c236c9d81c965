import DocModel
import Ground
import Hashing

/// What is compiled and run as one: a sample by itself, or all blocks of a session.
struct SampleProgram: Sendable, Hashable {
  /// The blocks whose outcome it decides, in the order of their lines; never empty.
  let blocks: [Sample]
  /// The blocks of a session that come before one which must not compile; they are judged with the
  /// session itself.
  let before: [Sample]
  /// The name of the module that it is compiled as.
  let module: String

  /// A program of some blocks of one page, which by default is called after the first.
  init(_ blocks: [Sample], after before: [Sample] = [], module: String? = nil) {
    self.blocks = blocks
    self.before = before
    self.module = module ?? Self.moduleName(of: blocks[0].id)
  }

  /// All its code, in order.
  var code: [Sample] { before + blocks }

  /// The block that names the program, and whose fixtures it has.
  var lead: Sample { blocks[0] }

  /// What is put in front of it.
  var setup: Sample.Setup? { code.lazy.compactMap(\.setup).first }

  /// Whether it is run.
  var isRun: Bool { lead.mode == .run }

  /// How it must end, which its last block says.
  var expectation: Sample.Expectation { blocks[blocks.count - 1].expectation }

  /// The seconds after which it is killed: the longest that any block asks for.
  var timeout: Int { blocks.map(\.timeout).max() ?? lead.timeout }

  private struct Session: Hashable {
    var file: String
    var name: String?
    var language: Sample.Language

    init(_ sample: Sample) {
      file = sample.id.file
      name = sample.session
      language = sample.language
    }
  }

  /// Puts the blocks of each session together, and names each program's module as no other's.
  ///
  /// A block that must not compile sees what its session has before it, but is no part of it.
  static func programs(of samples: [Sample]) -> [SampleProgram] {
    let modules = moduleNames(of: samples.map(\.id))
    let sessions = Dictionary(
      grouping: samples.filter { $0.session != nil }, by: Session.init
    ).mapValues { blocks in blocks.sorted { $0.range.start < $1.range.start } }
    return samples.compactMap { sample in
      let module = modules[sample.id]
      guard sample.session != nil, let blocks = sessions[Session(sample)] else {
        return SampleProgram([sample], module: module)
      }
      let parts = blocks.filter { $0.expectation != .compileError }
      if sample.expectation == .compileError {
        return SampleProgram(
          [sample], after: parts.filter { $0.range.start < sample.range.start }, module: module)
      }
      return parts.first?.id == sample.id ? SampleProgram(parts, module: module) : nil
    }
  }
}

extension SampleProgram {
  /// The names of the modules of programs that begin with some samples: the page's and the sample's own,
  /// as in `guides_login_3`, and a hash where two would be the same.
  static func moduleNames(of ids: [SampleID]) -> [SampleID: String] {
    let names = Dictionary(ids.map { ($0, moduleName(of: $0)) }) { first, _ in first }
    let counts = Dictionary(names.values.map { ($0, 1) }, uniquingKeysWith: +)
    return Dictionary(
      uniqueKeysWithValues: names.map { id, name in
        let suffix = ContentHash.of([id.file, id.name]).prefix(8)
        return (id, counts[name] == 1 ? name : "\(name)_\(suffix)")
      })
  }

  private static func moduleName(of id: SampleID) -> String {
    let file = id.file.hasSuffix(".md") ? String(id.file.dropLast(3)) : id.file
    let text = "\(file)_\(id.name)".unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    return text.first?.isNumber == true ? "_" + String(text) : String(text)
  }
}

import DocgenDocModel
import DocgenGround
import DocgenHashing

/// A unit of compiling and running: a separate sample, or all blocks of a session.
struct SampleProgram: Sendable, Hashable {
  /// The blocks whose outcome it determines, in the order of their lines; never empty.
  let blocks: [Sample]
  /// The blocks of a session before one that must fail; the session's own program has their
  /// outcomes.
  let before: [Sample]
  /// All blocks with code, in order.
  let code: [Sample]
  /// The name of its module.
  let module: String

  /// Creates a program from blocks of one page; by default its module is named after the first.
  init(_ blocks: [Sample], after before: [Sample] = [], module: String? = nil) {
    self.blocks = blocks
    self.before = before
    code = before + blocks
    self.module = module ?? Self.moduleName(of: blocks[0].id)
  }

  /// The block whose name and fixtures the program has.
  var lead: Sample { blocks[0] }

  /// The code before it.
  var setup: Sample.Setup? { code.lazy.compactMap(\.setup).first }

  /// The compiler's language mode.
  var languageMode: Int { code[0].languageMode }

  /// Whether it is run.
  var isRun: Bool { lead.mode == .run }

  /// The expected end, from its last block.
  var expectation: Sample.Expectation { blocks[blocks.count - 1].expectation }

  /// The time limit in seconds: the longest of any block.
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

  /// Returns the programs of some samples: one for each session and separate sample, with unique
  /// module names.
  ///
  /// A block that must not compile, or that must end the program before the session's last block,
  /// sees the code before it in its session, but isn't part of the session's program.
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
      let last = blocks.last { $0.expectation != .compileError }
      let parts = blocks.filter { !$0.expectation.isFailure || $0.id == last?.id }
      if !parts.contains(where: { $0.id == sample.id }) {
        return SampleProgram(
          [sample], after: parts.filter { $0.range.start < sample.range.start }, module: module)
      }
      return parts.first?.id == sample.id ? SampleProgram(parts, module: module) : nil
    }
  }
}

extension SampleProgram {
  /// Returns unique module names for programs that begin with some samples.
  ///
  /// A name consists of the page's and the sample's own, as in `guides_login_3`; a hash is added
  /// where two would be equal.
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

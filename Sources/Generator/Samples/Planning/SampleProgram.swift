import DocModel

/// What is compiled and run as one: a sample by itself, or all blocks of a session.
struct SampleProgram: Sendable, Hashable {
  /// The blocks whose outcome it decides, in the order of their lines; never empty.
  let blocks: [Sample]
  /// The blocks of a session that come before one which must not compile; they are judged with the
  /// session itself.
  let before: [Sample]

  /// A program of some blocks of one page.
  init(_ blocks: [Sample], after before: [Sample] = []) {
    self.blocks = blocks
    self.before = before
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

  /// Puts the blocks of each session together.
  ///
  /// A block that must not compile sees what its session has before it, but is no part of it.
  static func programs(of samples: [Sample]) -> [SampleProgram] {
    let sessions = Dictionary(
      grouping: samples.filter { $0.session != nil }, by: Session.init
    ).mapValues { blocks in blocks.sorted { $0.range.start < $1.range.start } }
    return samples.compactMap { sample in
      guard sample.session != nil, let blocks = sessions[Session(sample)] else {
        return SampleProgram([sample])
      }
      let parts = blocks.filter { $0.expectation != .compileError }
      if sample.expectation == .compileError {
        return SampleProgram(
          [sample], after: parts.filter { $0.range.start < sample.range.start })
      }
      return parts.first?.id == sample.id ? SampleProgram(parts) : nil
    }
  }
}

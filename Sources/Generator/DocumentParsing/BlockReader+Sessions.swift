import DocModel
import Ground

extension BlockReader {
  /// Checks that the blocks of each session fit together, once all of them are known.
  mutating func checkSessions() {
    var sessions: [String: [Sample]] = [:]
    for sample in samples {
      if let name = sample.session { sessions[name, default: []].append(sample) }
    }
    for (name, blocks) in sessions.sorted(by: { $0.key < $1.key }) {
      if let other = blocks.first(where: { $0.language != blocks[0].language }) {
        reportMix(.mixedLanguages(name), other, "session")
      }
      // A block that must not compile isn't part of the program.
      let parts = blocks.filter { $0.expectation != .compileError }
      for block in parts.dropFirst() {
        if block.mode != parts[0].mode {
          reportMix(.mixedModes(name), block, "compile-only", "runnable")
        }
        if block.setup != nil { reportMix(.lateSetup(name), block, "setup") }
      }
      for block in parts.dropLast() where block.expectation != .success {
        reportMix(.earlyEnd(name), block, "expect")
      }
    }
  }

  private mutating func reportMix(
    _ message: Diagnostic.Message, _ sample: Sample, _ options: String...
  ) {
    let ranges = options.compactMap { optionsBySample[sample.id]?.range(of: $0) }
    report(message, at: ranges.first ?? sample.range)
  }
}

extension Diagnostic.Message {
  static func mixedLanguages(_ session: String) -> Self {
    Self(
      .mixedSession,
      "the session '\(session)' has Swift and shell blocks; give one of them another name")
  }

  static func mixedModes(_ session: String) -> Self {
    Self(
      .mixedSession,
      "the first block of the session '\(session)' says whether it is run; write the same word here"
    )
  }

  static func lateSetup(_ session: String) -> Self {
    Self(
      .mixedSession,
      "'setup' belongs to the first block of the session '\(session)'; put it there")
  }

  static func earlyEnd(_ session: String) -> Self {
    Self(
      .mixedSession,
      "only the last block of the session '\(session)' can end the program; move 'expect' there")
  }
}

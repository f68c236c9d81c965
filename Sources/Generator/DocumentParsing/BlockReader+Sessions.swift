import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// Checks that the blocks of each session fit together, once all of them are known.
  mutating func checkSessions() {
    var sessions: [String: [Sample]] = [:]
    for sample in samples {
      if let name = sample.session { sessions[name, default: []].append(sample) }
    }
    for (name, blocks) in sessions.sorted(by: { $0.key < $1.key }) {
      if let other = blocks.first(where: { $0.language != blocks[0].language }) {
        reportMix(.mixedLanguages(name), sample: other, options: "session")
      }
      // A block that must not compile isn't part of the program.
      let parts = blocks.filter { $0.expectation != .compileError }
      for block in parts.dropFirst() {
        if block.mode != parts[0].mode {
          reportMix(.mixedModes(name), sample: block, options: "compile-only", "runnable")
        }
        if optionsBySample[block.id]?.setup != nil {
          reportMix(.lateOption("setup", session: name), sample: block, options: "setup")
        }
        if block.languageMode != parts[0].languageMode {
          reportMix(
            .lateOption("language-mode", session: name), sample: block, options: "language-mode")
        }
      }
      for block in parts.dropLast()
      where block.expectation != .success && block.language == .shell {
        reportMix(.earlyEnd(name), sample: block, options: "expect")
      }
    }
  }

  /// Returns the name of a block's session: its own or the page's default, counted since it last
  /// began again.
  mutating func session(of options: SampleOptions) -> String? {
    guard let name = options.session ?? defaultSession(options) else {
      if let range = options.range(of: "reset") { report(.resetWithoutSession, at: range) }
      return nil
    }
    if options.isReset { resets[name, default: 1] += 1 }
    // A space, which no name in a fence can have.
    return resets[name].map { "\(name) \($0)" } ?? name
  }

  private func defaultSession(_ options: SampleOptions) -> String? {
    guard options.language == .swift, options.file == nil,
      options.mode == .run || options.expectation == .compileError
    else { return nil }
    return switch defaults.session ?? .none {
    case .page: "page"
    case .section: "section-\(section)"
    case .none: nil
    }
  }

  /// Returns the language mode of a block, which is that of the first in its session.
  func languageMode(_ options: SampleOptions, in session: String?) -> Int {
    options.languageMode ?? session.flatMap { languageModes[$0] } ?? defaults.languageMode ?? 6
  }

  private mutating func reportMix(
    _ message: Diagnostic.Message, sample: Sample, options: String...
  ) {
    let ranges = options.compactMap { optionsBySample[sample.id]?.range(of: $0) }
    report(message, at: ranges.first ?? sample.range)
  }
}

extension Diagnostic.Message {
  static let resetWithoutSession = Self(
    .invalidSampleOption, "'reset' begins a session again; add 'session=', or remove it")

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

  static func lateOption(_ name: String, session: String) -> Self {
    Self(
      .mixedSession,
      "'\(name)' belongs to the first block of the session '\(session)'; put it there")
  }

  static func earlyEnd(_ session: String) -> Self {
    Self(
      .mixedSession,
      "only the last block of the session '\(session)' can end the program; move 'expect' there")
  }
}

import DocgenDocModel
import DocgenGround

/// Explains the compiler's messages about a session, whose blocks are one program.
struct SessionMessages: Sendable {
  let source: SampleSource

  private var program: SampleProgram { source.program }

  /// Returns the diagnostics of some messages, each with the index of its block in the program.
  ///
  /// Messages about another program's blocks are left out. A message without a position belongs to
  /// the block whose `#sourceLocation` hides it, or else to the first.
  func diagnostics(of messages: [CompilerMessage]) -> [(block: Int, diagnostic: Diagnostic)] {
    let redeclared = messages.contains { redeclaration($0) != nil }
    return messages.compactMap { message in
      let position = message.position?.absolute(in: source)
      guard let index = position.map({ source.blockIndex(of: $0) }) ?? unplacedBlock else {
        return nil
      }
      if redeclared, message.isError, isConsequence(message.text) { return nil }
      let start = source.start(of: program.blocks[index])
      return (
        index,
        redeclaration(message) ?? inSessionWithMainType(message)
          ?? message.diagnostic(in: source, start: start)
      )
    }
  }

  private var unplacedBlock: Int {
    program.blocks.firstIndex { block in
      block.lines.contains { $0.text.contains(bytesOf: "#sourceLocation") }
    } ?? 0
  }

  /// Whether a message is about the uses of something declared twice.
  private func isConsequence(_ text: String) -> Bool {
    ["failed to produce diagnostic", "ambiguous use of", "is ambiguous for type lookup"]
      .contains { text.contains(bytesOf: $0) }
  }

  /// Returns the diagnostic for a name that two blocks declare.
  private func redeclaration(_ message: CompilerMessage) -> Diagnostic? {
    let starts = ["invalid redeclaration of ", "redundant conformance of "]
    guard message.isError, starts.contains(where: message.text.hasPrefix),
      let position = message.position?.absolute(in: source),
      let earlier = message.notes.lazy.compactMap({ $0.position?.absolute(in: source) }).first,
      let block = self.block(at: position), let first = self.block(at: earlier),
      first.id != block.id,
      let name = message.text.split(separator: "'", maxSplits: 2).dropFirst().first
    else { return nil }
    return Diagnostic(
      .redeclaration(String(name)), at: source.location(of: position),
      notes: [Diagnostic.Note("it is declared in this block too", at: source.location(of: earlier))]
    )
  }

  /// Returns the diagnostic for statements that another block's `@main` forbids.
  private func inSessionWithMainType(_ message: CompilerMessage) -> Diagnostic? {
    guard source.hasMainType, message.isError,
      message.text.contains(bytesOf: "not allowed at the top level"),
      let position = message.position?.absolute(in: source), let block = self.block(at: position)
    else { return nil }
    let main = program.code[source.mainBlock]
    guard main.id != block.id else { return nil }
    return Diagnostic(
      .statementsWithMainType, at: source.location(of: position),
      notes: [Diagnostic.Note("'@main' is in this block", at: source.start(of: main))])
  }

  private func block(at position: SampleRun.Position) -> Sample? {
    position.isInSetup
      ? nil : program.code.last { $0.range.start.line <= position.line } ?? program.code.first
  }
}

extension Diagnostic.Message {
  fileprivate static func redeclaration(_ name: String) -> Self {
    Self(
      .redeclaration, .error,
      "'\(name)' is declared in two blocks of a session, which is one program; write 'reset' on this "
        + "block's fence to begin the session again")
  }

  fileprivate static let statementsWithMainType = Self(
    .mainTypeInSession, .error,
    "a session is one program, and one with '@main' has no statements at the top level; write 'reset' "
      + "on the fence of the block with '@main'")
}

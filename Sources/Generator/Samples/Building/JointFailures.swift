import DocgenDocModel
import DocgenGround
import DocgenProcesses

/// Blocks of a session that must not compile, compiled together with all code of the session.
///
/// Each would otherwise need a compiler for all code before it. Together they have the same messages,
/// because only blocks are included that neither declare a name which another block contains, nor
/// contain a name that a later block declares.
struct JointFailures: Sendable {
  /// The fewest blocks for which it is faster.
  static let fewest = 4

  /// The program with all code; it never runs.
  let program: SampleProgram
  /// The indices of the jobs that it may give results to.
  let indices: [Int]

  /// Creates the program of some blocks of one session; `nil` for too few.
  ///
  /// - Parameter jobs: the jobs of these blocks, by index, in page order.
  init?(_ jobs: [(index: Int, job: SampleJob)]) {
    guard jobs.count >= Self.fewest, let last = jobs.last?.job else { return nil }
    let parts = last.program.before
    let names = Dictionary(
      (parts + jobs.map(\.job.program.lead)).map { ($0.id, Names($0)) }, uniquingKeysWith: { $1 })
    let counts = Dictionary(
      names.values.flatMap { $0.contained.map { ($0, 1) } }, uniquingKeysWith: +)
    let included = jobs.filter { _, job in
      let block = job.program.lead
      guard let own = names[block.id], own.isSeparable,
        own.declared.allSatisfy({ counts[$0] == 1 })
      else { return false }
      return parts.allSatisfy { part in
        guard part.range.start > block.range.start else { return true }
        return names[part.id].map { !$0.hasEffects && $0.declared.isDisjoint(with: own.contained) }
          ?? false
      }
    }
    guard included.count >= Self.fewest else { return nil }
    indices = included.map(\.index)
    program = SampleProgram(
      (parts + included.map(\.job.program.lead)).sorted { $0.range.start < $1.range.start },
      module: last.program.module)
  }

  /// Returns the result for a block; `nil` if it must be compiled separately.
  func result(
    for job: SampleJob, compiled: CompiledSample, of source: SampleSource
  ) -> CompiledSample? {
    let code = Set(job.program.code.map(\.id))
    func block(_ position: CompilerMessage.Position) -> Sample? {
      source.blockIndex(of: position.absolute(in: source)).map { program.blocks[$0] }
    }
    var own: [CompilerMessage] = []
    for message in compiled.messages where message.isError {
      // Without a position, or in other code, it may be the reason for everything else.
      guard let position = message.position, !position.isInSetup, let at = block(position),
        at.expectation == .compileError
      else { return nil }
      // After a mistake of syntax, the parser may misread what follows.
      if at.range.start < job.program.lead.range.start, message.isAboutSyntax { return nil }
      if at.id == job.program.lead.id { own.append(message) }
    }
    let places = own.flatMap { [$0.position] + $0.notes.map(\.position) }.compactMap { $0 }
    guard !own.isEmpty, places.allSatisfy({ block($0).map { code.contains($0.id) } ?? false })
    else { return nil }
    func moved(_ position: CompilerMessage.Position?) -> CompilerMessage.Position? {
      position.map { CompilerMessage.Position($0.absolute(in: source), in: job.source) }
    }
    let messages = own.map { message in
      var message = message
      message.position = moved(message.position)
      message.notes = message.notes.map { .init(position: moved($0.position), text: $0.text) }
      return message
    }
    return CompiledSample(
      failingWith: messages, source: job.source, dependencies: compiled.dependencies,
      isRepeatable: compiled.isRepeatable)
  }

  /// The names in a block.
  private struct Names {
    var contained: Set<Substring> = []
    /// Those that it declares outside all braces.
    var declared: Set<Substring> = []
    /// Whether the block affects others by more than the names it declares.
    var hasEffects: Bool
    /// Whether it may be compiled with others.
    var isSeparable: Bool

    private static let keywords: Set<Substring> = [
      "let", "var", "func", "struct", "class", "enum", "actor", "protocol", "typealias", "case",
    ]
    private static let effects: Set<Substring> = [
      "extension", "import", "operator", "precedencegroup", "macro", "main", "sourceLocation",
    ]

    init(_ block: Sample) {
      let tokens = SwiftTokens(block.code)
      let words = tokens.code.split { !$0.isIdentifierPart }
      contained = Set(words).subtracting(Self.keywords)
      var depth = 0
      let outside = tokens.code.filter { character in
        if "{([".contains(character) { depth += 1 }
        if "})]".contains(character) { depth -= 1 }
        return depth == 0
      }.split { !$0.isIdentifierPart }
      for (keyword, name) in zip(outside, outside.dropFirst())
      where Self.keywords.contains(keyword) {
        declared.insert(name)
      }
      hasEffects = !Self.effects.isDisjoint(with: contained)
      isSeparable =
        tokens.endsStatement && tokens.depth == 0 && !hasEffects
        // Names in a tuple, and several in one declaration, are too many cases.
        && !tokens.code.contains(/\b(?:let|var)\s*\(|\b(?:let|var)\b[^\n={]*,/)
    }
  }
}

extension CompilerMessage {
  /// Whether it is about the syntax.
  fileprivate var isAboutSyntax: Bool {
    ["expected ", "consecutive ", "extraneous ", "unexpected ", "unterminated "]
      .contains { text.hasPrefix($0) }
  }
}

extension BuildSteps {
  /// Compiles the blocks of each session that must not compile together, where that is possible.
  func compileTogether(_ jobs: [SampleJob], open: [Int]) async throws -> [SampleJob] {
    struct Session: Hashable {
      let file: String
      let name: String
    }
    let candidates = open.filter { index in
      let sample = jobs[index].program.lead
      return sample.expectation == .compileError && sample.session != nil
        && jobs[index].compiled == nil
    }
    let sessions = Dictionary(grouping: candidates) { index in
      let sample = jobs[index].program.lead
      return Session(file: sample.id.file, name: sample.session ?? "")
    }
    let groups = sessions.values.compactMap { indices in
      JointFailures(
        indices.map { ($0, jobs[$0]) }
          .sorted { $0.1.program.lead.range.start < $1.1.program.lead.range.start })
    }
    let results = try await concurrently(groups, atOnce: slots) { group in
      let source = SampleSource(group.program, module: group.program.module)
      let folder = try TemporaryFolder(in: compiler.environment.temporaryFolder, named: "compile")
      let start = ContinuousClock.now
      let compiled = try await compiler.compile(source, in: folder)
      let time = (ContinuousClock.now - start) / group.indices.count
      var finished: [(Int, SampleJob)] = []
      for index in group.indices {
        if let result = group.result(for: jobs[index], compiled: compiled, of: source) {
          finished.append((index, await self.finished(jobs[index], compiled: result, in: time)))
        }
      }
      return finished
    }
    var jobs = jobs
    for (index, job) in results.joined() { jobs[index] = job }
    return jobs
  }
}

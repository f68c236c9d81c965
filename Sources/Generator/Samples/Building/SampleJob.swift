import DocModel

/// A program's row in the table of a build: what is known of it so far.
struct SampleJob: Sendable {
  let program: SampleProgram
  let source: SampleSource
  /// Its position in the order of work.
  let rank: Int
  var key = ""
  var compiled: CompiledSample?
  var run: SampleRun?
  var compileTime: Duration?
  /// How long it took to link it alone.
  var linkTime: Duration?
  var runTime: Duration?
  /// Whether it had a compiler of its own because the pool could not compile it.
  var isCompiledAlone = false

  init(program: SampleProgram, source: SampleSource, rank: Int) {
    self.program = program
    self.source = source
    self.rank = rank
  }

  /// Whether it still has to be run, now that it is compiled.
  var needsRun: Bool { program.isRun && run == nil && compiled?.succeeded == true }

  /// Whether something is still to be done.
  var isOpen: Bool { isShell ? run == nil : compiled == nil || needsRun }

  /// Whether the pool is to compile it: about one that must not compile the compiler has something to say.
  var isForPool: Bool {
    !isShell && compiled == nil && program.expectation != .compileError
  }

  /// How long it took, as far as that was done now.
  var times: SampleReport.Times {
    SampleReport.Times(compile: compileTime, link: linkTime, run: runTime)
  }

  /// What was done for it now.
  var origin: SampleOutcome.Origin {
    if compileTime != nil || isShell && runTime != nil { return .fresh }
    return runTime != nil ? .compiledEarlier : .cached
  }

  /// The outcome of each of its blocks, as far as they are known.
  var outcomes: [SampleOutcome] {
    Verdict(program: program, source: source, compiled: compiled, run: run, origin: origin)
      .outcomes
  }

  /// Whether it is run by a shell, which compiles nothing.
  var isShell: Bool { program.lead.language == .shell }
}

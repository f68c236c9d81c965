import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// The block before a block of code.
  enum Predecessor {
    case block(Block)
    /// An invalid sample: an output or error after it belongs to no sample.
    case refusedSample
    case noSample

    var isRefused: Bool { if case .refusedSample = self { true } else { false } }
  }

  /// Whether a block is the expected output or error of a sample.
  func isExpectedText(_ code: CodeBlock) -> Bool {
    ["output", "error"].contains(FenceInfo(code).language.lowercased())
  }

  /// Reads the expected output of the sample before it.
  mutating func output(_ code: CodeBlock, in block: Block, after previous: Predecessor) -> [Block] {
    if previous.isRefused { return [] }
    guard let index = sampleIndex(previous), samples[index].mode == .run else {
      let isAmbiguous = runnableCount(previous) > 1
      report(isAmbiguous ? .outputOfSeveral : .outputWithoutSample, at: block.range)
      return []
    }
    guard samples[index].expectedOutput == nil else {
      report(.secondOutput, at: block.range)
      return []
    }
    if samples[index].isHidden { hiddenBlocks.append(block.range) }
    samples[index].expectedOutput = Sample.ExpectedOutput(lines: code.lines, range: block.range)
    return []
  }

  /// Whether an `error` block follows a sample, so that it is an expected error and not text in a
  /// language of that name.
  func followsSample(_ previous: Predecessor) -> Bool {
    previous.isRefused || !sampleIndices(previous).isEmpty
  }

  /// Reads the text that the message of the failing sample, or the warning, before it must contain.
  mutating func error(_ code: CodeBlock, in block: Block, after previous: Predecessor) -> [Block] {
    let index = sampleIndex(previous)
    // The option may be the expectation.
    if previous.isRefused || index.map({ samples[$0].isInvalid }) == true { return [] }
    guard let index, samples[index].expectation != .success,
      samples[index].expectedError == nil
    else {
      report(.errorWithoutSample, at: block.range)
      return []
    }
    if samples[index].isHidden { hiddenBlocks.append(block.range) }
    samples[index].expectedError = Sample.ExpectedOutput(lines: code.lines, range: block.range)
    return []
  }

  /// Warns about text that looks like the error of the last sample but doesn't directly follow it.
  mutating func checkLoneError(at range: SourceRange) {
    if let last = samples.last, last.expectation != .success, last.expectedError == nil {
      report(.loneError, at: range)
    }
  }

  /// Returns the sample of a block, or of its tabs if exactly one of them is a sample.
  private func sampleIndex(_ previous: Predecessor) -> Int? {
    let indices = sampleIndices(previous)
    return indices.count == 1 ? indices[0] : nil
  }

  private func sampleIndices(_ previous: Predecessor) -> [Int] {
    guard case .block(let block) = previous else { return [] }
    return switch block.kind {
    case .sample(let id, _): indices[id].map { [$0] } ?? []
    case .tabs(let group): group.tabs.flatMap(\.content).flatMap { sampleIndices(.block($0)) }
    default: []
    }
  }

  private func runnableCount(_ previous: Predecessor) -> Int {
    sampleIndices(previous).count { samples[$0].mode == .run }
  }
}

extension Diagnostic.Message {
  static let outputWithoutSample = Self(
    .outputWithoutSample,
    "this output follows no runnable block; put it directly after the block that prints it")

  static let outputOfSeveral = Self(
    .outputWithoutSample,
    "several of the tabs before this output are run; put it directly after the block that prints it"
  )

  static let secondOutput = Self(
    .outputWithoutSample, "the block before has an output already; make one of the two")

  static let loneError = Self(
    .errorWithoutSample, .warning,
    "this text is only shown; put it directly after the block that is to fail for it to be compared"
  )

  static let errorWithoutSample = Self(
    .errorWithoutSample,
    "the block before this error isn't expected to fail, or has an error already; "
      + "write 'expect=compile-error', 'expect=warning', 'expect=crash' or 'expect=exit(N)' there")
}

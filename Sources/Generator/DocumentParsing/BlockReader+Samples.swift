import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// Reads a block of code as a sample, a fixture, the output of the sample before it, or plain
  /// code.
  mutating func code(
    _ code: CodeBlock, in block: Block, after previous: Predecessor
  ) -> [Block] {
    let info = FenceInfo(code)
    var code = code
    let title = info["title"]?.value ?? info.label
    code.title = title.map(MarkdownParser.resolved) ?? code.title
    let language = info.language.lowercased()
    if Self.special.contains(language), language != "error" || followsSample(previous) {
      refuseOptions(in: info)
    }
    switch language {
    case "output": return output(code, in: block, after: previous)
    case "error" where followsSample(previous):
      return error(code, in: block, after: previous)
    case "error": checkLoneError(at: block.range)
    case "sequence-diagram":
      let parser = SequenceDiagramParser(code, in: file)
      diagnostics += parser.diagnostics
      return [Block(.diagram(parser.diagram), range: block.range)]
    case "mermaid":
      if let parser = SequenceDiagramParser(mermaid: code, in: file) {
        return [Block(.diagram(parser.diagram), range: block.range)]
      }
    default: checkNearMiss(of: language, at: code.infoStart, after: previous)
    }
    let (options, isInvalid) = self.options(of: code, info: info, range: block.range)
    if let name = options.fixture {
      addFixture(name, code: code, options: options)
      if options.isHidden { return [] }
    }
    if var sample = sample(code, options: options, range: block.range) {
      sample.isInvalid = isInvalid
      sample.session = session(of: options)
      sample.languageMode = languageMode(options, in: sample.session)
      show(
        shownCode(sample.lines, in: sample.file, options: options, range: block.range), in: &code)
      code.file = options.file?.path
      mark(&code, info: info)
      add(sample, options: options)
      return [Block(.sample(sample.id, code), range: block.range)]
    }
    return shown(&code, options: options, info: info, range: block.range)
  }

  /// Reads the options of a block that may be a sample, reports what is wrong with them, and counts
  /// the block; an error makes them invalid.
  private mutating func options(
    of code: CodeBlock, info: FenceInfo, range: SourceRange
  ) -> (options: SampleOptions, isInvalid: Bool) {
    let problemCount = diagnostics.count
    checkLanguage(info, at: code.infoStart)
    var options = SampleOptions(of: info)
    let isPlaceholder = defaults.runsAll == true && code.language == "swift" && code.hasPlaceholder
    diagnostics += options.check(
      language: code.language, context: context,
      runsAll: defaults.runsAll == true && !isPlaceholder, file: file)
    if options.mode != nil, var problem = overlong.removeValue(forKey: range.start.line)?.first {
      // Compiling the block would report each line after its code.
      problem.message.severity = .error
      diagnostics.append(problem)
    }
    let isInvalid = Array(diagnostics[problemCount...]).containsError
    // What follows a block that only a mistake makes no sample isn't misplaced.
    if options.mode == nil, isInvalid { refusedSamples += 1 }
    if isPlaceholder, options.mode == nil { placeholders += 1 }
    // Other programs' blocks may have the word, too.
    let isOurs = options.mode != nil || options.fixture != nil || options.file != nil
    if options.isHidden, isOurs { hiddenBlocks.append(range) }
    if options.isShown { shownBlocks += 1 }
    if options.file != nil, let line = code.lines.first(where: { !$0.text.isBlank }) {
      report(.codeWithFile, at: line.range)
    }
    return (options, isInvalid)
  }

  /// Adds a sample to those of the page.
  private mutating func add(_ sample: Sample, options: SampleOptions) {
    var sample = sample
    if options.file == nil { sample.emptyRemovedLines() }
    if defaults.comparesPrints == true, sample.mode == .run, sample.language == .swift {
      sample.readExpectedPrints()
    }
    if sample.lines.allSatisfy({ $0.text.isBlank }) {
      report(.sampleWithoutCode, at: sample.range)
    }
    indices[sample.id] = samples.count
    if let session = sample.session, languageModes[session] == nil {
      languageModes[session] = sample.languageMode
    }
    samples.append(sample)
    optionsBySample[sample.id] = options
  }

  /// Languages that say what a block is for; only a title may follow them.
  private static let special: Set = ["output", "error", "sequence-diagram"]

  /// Reports options written as part of the language, as in `swift,runnable`: the block would be
  /// shown but not run.
  private mutating func checkLanguage(_ info: FenceInfo, at start: SourcePosition) {
    let parts = info.language.split { ",;:".contains($0) }.map(String.init)
    let words = parts.filter { SampleOptions.modes.contains($0.lowercased()) }
    guard !words.isEmpty else { return }
    let language = parts.first { !words.contains($0) } ?? "swift"
    report(
      .optionsAsLanguage(info.language, meant: "\(language) \(words[0].lowercased())"),
      at: SourceRange(at: start, length: info.language.utf8.count))
  }

  /// Warns about a misspelt `output`, `error` or `sequence-diagram`, which is shown as code.
  private mutating func checkNearMiss(
    of language: String, at start: SourcePosition, after previous: Predecessor
  ) {
    let candidates = followsSample(previous) ? ["output", "error"] : []
    let meant =
      candidates.first { Suggestion.distance(language, to: $0) <= 2 }
      ?? (language.utf8.count > 13 && Suggestion.distance(language, to: "sequence-diagram") <= 2
        ? "sequence-diagram" : nil)
    guard let meant else { return }
    report(
      .misspeltLanguage(language, meant: meant),
      at: SourceRange(at: start, length: language.utf8.count))
  }

  private mutating func refuseOptions(in info: FenceInfo) {
    for option in info.options {
      if option.isUnclosed {
        report(.unclosedQuote(option.name), at: option.range)
      } else if option.name != "title" || option.value == nil {
        report(.notAfter(info.language, option: option.name), at: option.range)
      }
    }
    for braces in info.braces {
      report(.notAfter(info.language, option: "{\(braces.name)}"), at: braces.range)
    }
  }

  /// Reads a block that is only shown, or that shows part of a program which is run separately.
  private mutating func shown(
    _ code: inout CodeBlock, options: SampleOptions, info: FenceInfo, range: SourceRange
  ) -> [Block] {
    if options.mode != nil {
      refusedSamples += 1
      return []
    }
    if let path = options.file?.path {
      guard let program = sampleFile(path, option: "file", options: options, range: range) else {
        return []
      }
      code.file = path
      code.lines = program.sampleLines
      show(shownCode(code.lines, in: path, options: options, range: range), in: &code)
      if options.isHidden { return [] }
    } else if code.language == "swift" || options.language == .shell {
      let shown = ShownCode(code.lines, in: options.language)
      // A comment 'show' alone is the author's.
      if !shown.folds.isEmpty { show(shown, in: &code) }
    }
    mark(&code, info: info)
    return [Block(.code(code), range: range)]
  }

  private mutating func sample(
    _ code: CodeBlock, options: SampleOptions, range: SourceRange
  ) -> Sample? {
    guard let mode = options.mode else { return nil }
    // Blocks that are only shown count, so that opting one out renames no other.
    let name = options.id ?? String(samples.count + shownBlocks + placeholders + 1)
    let id = SampleID(file: file.path, name: name)
    if indices[id] != nil {
      report(.duplicateSampleID(name), at: options.range(of: "id") ?? range)
      return nil
    }
    var sample = Sample(
      id: id, title: code.title, file: file.path, range: range, lines: code.lines, mode: mode,
      expectation: options.expectation, timeout: options.timeout,
      fixtures: fixtures.values.sorted { $0.name < $1.name }, language: options.language)
    sample.warnings = defaults.warnings ?? (defaults.runsAll == true ? .used : .show)
    sample.isHidden = options.isHidden
    if let path = options.file?.path {
      guard let program = sampleFile(path, option: "file", options: options, range: range) else {
        return nil
      }
      sample.file = program.path
      sample.lines = program.sampleLines
      sample.isPartlyShown = options.file?.region != nil
    }
    // A file with a program has its own beginning.
    let defaultSetup = options.file == nil ? defaults.setup : nil
    if options.language == .swift, let name = options.setup ?? defaultSetup {
      let path = "\(SampleContext.setupFolder)/\(name)\(name.hasSuffix(".swift") ? "" : ".swift")"
      guard let setup = sampleFile(path, option: "setup", options: options, range: range) else {
        return nil
      }
      sample.setup = Sample.Setup(file: path, lines: setup.sampleLines.map(\.text))
    }
    return sample
  }

  /// Reads the line numbers in braces, which mark lines in any block of code, the marks of changed
  /// lines, and whether lines are numbered.
  private mutating func mark(_ code: inout CodeBlock, info: FenceInfo) {
    code.isNumbered = info["numbers"] != nil
    // Markdown shows how the marks are written.
    if !["markdown", "md"].contains(code.language) { code.readChanges() }
    let isOurs = info.options.contains(where: \.isPurpose)
    // Other programs read attributes such as `{.numberLines}`.
    for braces in info.braces where isOurs || braces.name.first?.isNumber == true {
      let (marks, problem) = LineMarks.read(braces.name, lineCount: code.lines.count)
      code.marks += marks
      if let problem { report(problem, at: braces.range) }
    }
  }
}

extension Diagnostic.Message {
  static func duplicateSampleID(_ name: String) -> Self {
    Self(.duplicateSampleID, "the page has a sample '\(name)' already; give this one another id")
  }

  static let sampleWithoutCode = Self(
    .sampleWithoutCode,
    "this sample has no code; write it between the fences; in a quote, begin each line with '>'")
}

import DocgenGround

extension Diagnostic.Message {
  static func repeatedSampleOption(_ name: String) -> Self {
    Self(.invalidSampleOption, "'\(name)' appears twice; remove one of them")
  }

  static func noBreakSpace(before word: String) -> Self {
    Self(
      .invalidSampleOption, .warning,
      "a no-break space precedes '\(word)', and other programs read both words as one; write a space"
    )
  }

  static func spacedOption(_ name: String, value: String) -> Self {
    Self(.invalidSampleOption, "write '\(name)=\(value)' without spaces around '='")
  }

  static let titleWithoutQuotes = Self(
    .invalidSampleOption, "the title ends before this word; put the whole title in quotes")

  static func unclosedQuote(_ name: String) -> Self {
    Self(
      .invalidSampleOption,
      "the value of '\(name)' begins with a quote and has none at its end; add it")
  }

  static func notAfter(_ language: String, option word: String) -> Self {
    Self(
      .invalidSampleOption,
      "after '\(language)' only 'title=…' is allowed; remove '\(word)'")
  }

  static func invalidSampleOption(_ name: String, expected: String) -> Self {
    Self(.invalidSampleOption, "the value of '\(name)' must be \(expected)")
  }

  static func unknownFixture(_ name: String, known: [String]) -> Self {
    Self(.invalidSampleOption, .unknown("fixture", named: name, among: known))
  }

  static func onlyTheseRun(_ language: String) -> Self {
    let shells = SampleOptions.shells.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      .invalidSampleOption,
      "only 'swift' blocks are run, and those of a shell (\(shells)); this one is '\(language)', so "
        + "remove the word")
  }

  static func optionsAsLanguage(_ written: String, meant: String) -> Self {
    Self(
      .invalidSampleOption,
      "'\(written)' is read as a language, so the block is not run; write '\(meant)'")
  }

  static func misspeltLanguage(_ written: String, meant: String) -> Self {
    Self(
      .invalidSampleOption, .warning,
      "'\(written)' is read as a language, so the block is only shown; did you mean '\(meant)'?")
  }

  static let shellIsNotCompiled = Self(
    .invalidSampleOption, "a shell block is never compiled; write 'runnable'")

  static let codeWithFile = Self(
    .invalidSampleOption,
    "a block with 'file' shows that file, so readers don't see these lines; remove them, or the 'file'"
  )

  static let onlySwiftFiles = Self(
    .invalidSampleOption, "'file' shows Swift programs; make the block's language 'swift'")

  static let needsFixture = Self(
    .invalidSampleOption, "'for' says which samples a fixture is for; add 'fixture=' to it")

  static func needsRunnable(_ name: String, isForRuns: Bool) -> Self {
    Self(
      .invalidSampleOption, "'\(name)' needs 'runnable'\(isForRuns ? "" : " or 'compile-only'")")
  }

  static func notWith(_ name: String, other: String) -> Self {
    Self(
      .invalidSampleOption, "'\(name)' has no meaning together with '\(other)'; remove one of them")
  }

  /// An unknown option, or a known one with an extra or a missing value.
  static func unusable(_ option: FenceInfo.Option) -> Self {
    switch option.name {
    case "runnable", "compile-only", "hidden", "numbers", "reset", "shown":
      Self(.invalidSampleOption, "'\(option.name)' takes no value; remove '=\(option.value ?? "")'")
    case "id" where option.value != nil, "session" where option.value != nil:
      invalidSampleOption(option.name, expected: "made of letters, digits, '-', '_' and '.'")
    case let name where SampleOptions.names.contains(name):
      Self(.invalidSampleOption, "'\(name)' needs a value; write '\(name)=…'")
    case let name where Suggestion.distance(name, to: "compile-fail") < 3:
      Self(
        .unknownSampleOption,
        "unknown sample option '\(name)'; write 'compile-only expect=compile-error'")
    default:
      Self(
        .unknownSampleOption,
        .unknown("sample option", named: option.name, among: SampleOptions.names))
    }
  }
}

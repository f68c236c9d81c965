import DocgenDocModel
import DocgenGround

/// The parsed options of a fence.
struct SampleOptions {
  /// The names of all options.
  static let names = [
    "compile-only", "expect", "file", "fixture", "for", "hidden", "id", "language-mode", "numbers",
    "reset", "runnable", "session", "setup", "shown", "timeout", "title",
  ]
  /// The options that turn a block into a sample.
  static let modes: Set = ["compile-only", "runnable"]
  static let defaultTimeout = 10
  static let longestTimeout = 600
  /// The languages whose blocks a shell runs.
  static let shells = ["bash", "curl", "sh", "shell", "zsh"]

  private(set) var mode: Sample.Mode?
  private(set) var language = Sample.Language.swift
  private(set) var expectation = Sample.Expectation.success
  private(set) var timeout = Self.defaultTimeout
  private(set) var id: String?
  /// A file in `Samples`, and the region after `#`.
  private(set) var file: (path: String, region: String?)?
  private(set) var fixture: String?
  /// The samples that a fixture is for; `nil` for all that follow it.
  private(set) var targets: [String]?
  private(set) var session: String?
  private(set) var setup: String?
  private(set) var isHidden = false
  /// Whether the block is only shown, though the page runs all.
  private(set) var isShown = false
  /// Whether its session begins again.
  private(set) var isReset = false
  private(set) var languageMode: Int?
  private let options: [FenceInfo.Option]

  init(of info: FenceInfo) {
    options = info.options
  }

  /// Returns the range of an option.
  func range(of name: String) -> SourceRange? {
    options.first { $0.name == name }?.range
  }

  /// Parses the options and returns what is wrong with them.
  ///
  /// - Parameter runsAll: whether a Swift block is run without a word that says so.
  mutating func check(
    language: String, context: SampleContext, runsAll: Bool, file source: SourceFile
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var seen: Set<String> = []
    let isOurs = runsAll && language == "swift" || options.contains(where: \.isPurpose)
    let cutTitle = cutTitle(isOurs: isOurs)
    if let cutTitle {
      diagnostics.append(Diagnostic(.titleWithoutQuotes, at: source.location(cutTitle.range)))
    }
    for option in options where (isOurs || option.isOurs) && option != cutTitle {
      let message: Diagnostic.Message? =
        if option.isUnclosed {
          .unclosedQuote(option.name)
        } else if option.isSpaced {
          .spacedOption(option.name, value: option.value ?? "")
        } else if seen.insert(option.name).inserted {
          parse(option, context: context)
        } else {
          .repeatedSampleOption(option.name)
        }
      let messages = [
        option.followsNoBreakSpace ? .noBreakSpace(before: option.name) : nil, message,
      ]
      diagnostics += messages.compactMap { $0 }
        .map { Diagnostic($0, at: source.location(option.range)) }
    }
    let isMarked = mode != nil
    if runsAll, !isMarked, !isShown, language == "swift", file == nil, fixture == nil {
      mode = .run
    }
    // A misspelt 'runnable' isn't missing.
    let isMisspelt = diagnostics.contains { $0.id == .unknownSampleOption }
    let combines = !isMisspelt && !options.isEmpty
    for (option, message) in combinationProblems(language: language) {
      if combines { diagnostics.append(Diagnostic(message, at: source.location(option.range))) }
      drop(option.name)
    }
    self.language = Self.shells.contains(language) ? .shell : .swift
    // Code that must not compile is never run.
    if expectation == .compileError, mode == .run { mode = .compileOnly }
    return diagnostics
  }

  /// Returns the word after a title without quotes that probably belongs to the title.
  ///
  /// Other programs' words may follow a file's name.
  private func cutTitle(isOurs: Bool) -> FenceInfo.Option? {
    zip(options, options.dropFirst()).first { title, word in
      title.name == "title" && !title.isQuoted && title.value?.isEmpty == false
        && word.value == nil && !Self.names.contains(word.name)
        && (isOurs || title.value?.contains { "./".contains($0) } == false)
    }?.1
  }

  /// Drops an option without meaning, so that one mistake causes one message.
  private mutating func drop(_ name: String) {
    switch name {
    case "compile-only": mode = nil
    case "expect": expectation = .success
    case "file": file = nil
    case "setup": setup = nil
    default: break
    }
  }

  private mutating func parse(
    _ option: FenceInfo.Option, context: SampleContext
  ) -> Diagnostic.Message? {
    switch (option.name, option.value) {
    case ("runnable", nil): mode = mode ?? .run
    case ("compile-only", nil): mode = .compileOnly
    case ("hidden", nil): isHidden = true
    case ("shown", nil): isShown = true
    case ("reset", nil): isReset = true
    case ("language-mode", let value?):
      guard ["5", "6"].contains(value) else {
        return .invalidSampleOption("language-mode", expected: "5 or 6")
      }
      languageMode = Int(value)
    case ("numbers", nil): break
    case ("title", .some): break
    case ("id", let value?) where value.isIdentifier: id = value
    case ("session", let value?) where value.isIdentifier: session = value
    case ("setup", let value?): setup = value
    case ("for", let value?) where value.contains { $0 != "," && $0 != " " }:
      targets = value.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    case ("file", let value?):
      let parts = value.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      file = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    case ("timeout", let value?):
      guard let seconds = Int(value), (1...Self.longestTimeout).contains(seconds) else {
        return .invalidSampleOption(
          "timeout", expected: "whole seconds from 1 to \(Self.longestTimeout)")
      }
      timeout = seconds
    case ("expect", let value?):
      guard let expected = Sample.Expectation(word: value) else {
        return .invalidSampleOption(
          "expect",
          expected: "'compile-error', 'warning', 'crash' or 'exit(N)' with N from 0 to 255")
      }
      expectation = expected
    case ("fixture", let value?):
      guard context.fixtures[value] != nil else {
        return .unknownFixture(value, known: Array(context.fixtures.keys))
      }
      fixture = value
    default: return .unusable(option)
    }
    return nil
  }

  /// Returns the options that have no meaning in combination, each with its message.
  private mutating func combinationProblems(
    language: String
  ) -> [(option: FenceInfo.Option, message: Diagnostic.Message)] {
    var problems: [(FenceInfo.Option, Diagnostic.Message)] = []
    func refuse(_ names: [String], _ message: (String) -> Diagnostic.Message) {
      for name in names {
        if let option = options.first(where: { $0.name == name }) {
          problems.append((option, message(name)))
        }
      }
    }
    let isShell = Self.shells.contains(language)
    /// Whether an option has no meaning in a block that is only compiled.
    func isForRuns(_ name: String) -> Bool {
      isShell || name == "timeout" || name == "expect" && !expectation.isOfCompiler
    }
    // Another generator's options may have the same names.
    let isOurs = language == "swift" || isShell || fixture != nil || file != nil
    if mode == nil, isOurs {
      refuse(["id", "timeout", "expect", "session", "setup", "reset", "language-mode"]) {
        isShown ? .notWith($0, other: "shown") : .needsRunnable($0, isForRuns: isForRuns($0))
      }
      if fixture == nil, file == nil {
        refuse(["hidden"]) { .needsRunnable($0, isForRuns: isShell) }
      }
      if file != nil, language != "swift" { refuse(["file"]) { _ in .onlySwiftFiles } }
    } else if language != "swift" && !isShell {
      refuse(["runnable", "compile-only"]) { _ in .onlyTheseRun(language) }
      mode = nil
    } else if isShell {
      refuse(["compile-only"]) { _ in .shellIsNotCompiled }
      refuse(["setup", "file", "language-mode"]) { .notWith($0, other: "shell") }
      if expectation.isOfSwift {
        refuse(["expect"]) { _ in
          .invalidSampleOption("expect", expected: "'exit(N)' in a shell block")
        }
      }
    } else if mode == .compileOnly {
      refuse(["runnable", "timeout"]) { .notWith($0, other: "compile-only") }
      if !expectation.isOfCompiler { refuse(["expect"]) { .notWith($0, other: "compile-only") } }
    }
    if mode != nil { refuse(["shown"]) { .notWith($0, other: "runnable") } }
    if fixture == nil { refuse(["for"]) { _ in .needsFixture } }
    if session != nil { refuse(["file"]) { .notWith($0, other: "session") } }
    return problems
  }
}

extension Sample.Expectation {
  /// Whether compiling suffices to meet it.
  fileprivate var isOfCompiler: Bool { self == .compileError || self == .warning }

  /// Whether no shell block can meet it.
  fileprivate var isOfSwift: Bool { isOfCompiler || self == .crash }

  /// Creates the expectation after `expect=`.
  fileprivate init?(word: String) {
    switch word {
    case "compile-error": self = .compileError
    case "crash": self = .crash
    case "warning": self = .warning
    default:
      guard word.hasPrefix("exit("), word.hasSuffix(")"),
        let status = Int(word.dropFirst(5).dropLast()), (0...255).contains(status)
      else { return nil }
      self = status == 0 ? .success : .exit(status)
    }
  }
}

extension String {
  /// Whether the text consists of letters, digits, `-`, `_` and `.`, which are safe in an address
  /// and a test's name.
  fileprivate var isIdentifier: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }
}

extension FenceInfo.Option {
  /// Whether the option makes a block more than code to show.
  var isPurpose: Bool {
    ["compile-only", "file", "fixture", "runnable", "shown"].contains(name)
  }

  /// Whether an option of a block that is only shown is one of docgen's, perhaps misspelt.
  ///
  /// Blocks of other documents have words that other programs read.
  fileprivate var isOurs: Bool {
    if SampleOptions.names.contains(name) { return true }
    let ours = SampleOptions.names + ["compile-fail"]
    return name.count > 4
      && ours.contains { Suggestion.distance(name.lowercased(), to: $0) <= name.count / 5 }
  }
}

import DocgenDocModel
public import DocgenGround

/// What an adoption found and changed.
public struct AdoptionReport: Sendable {
  /// A block that isn't run as it is, for the author to look at.
  public struct Item: Sendable, Hashable {
    /// The block in the adopted document.
    public var location: SourceLocation
    /// The option that it got, and why.
    public var text: String
  }

  /// The number of documents.
  public var documents = 0
  /// The number of documents that change.
  public var changedDocuments = 0
  /// The number of Swift blocks.
  public var blocks = 0
  /// The number of blocks that the documents' own marks verify.
  public var verifiedBefore = 0
  /// The number of blocks that the new marks verify.
  public var verified = 0
  /// The number of those that must not compile, or must crash.
  public var failing = 0
  /// The number of those that are compiled and don't run.
  public var compiled = 0
  /// The number of blocks that are only shown.
  public var shown = 0
  /// The number of blocks with placeholders.
  public var placeholders = 0
  /// The number of fences that get options.
  public var changedFences = 0
  /// The number of output blocks that are added.
  public var addedOutputs = 0
  /// The blocks to look at.
  public var items: [Item] = []
  /// The notes for the author: documents left out, and what helps blocks that lack names.
  public var remarks: [String] = []

  /// Whether a block uses names that it doesn't import or declare.
  var lacksNames: Bool {
    items.contains { item in
      [": cannot find ", " has no member "].contains { item.text.contains($0) }
    }
  }

  /// The names that most blocks lack, such as `'url' (2 blocks)`; `nil` if they lack none.
  var missingNames: String? {
    let names = items.compactMap { $0.text.firstMatch(of: /: cannot find (?:type )?'(\w+)'/)?.1 }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    guard !counts.isEmpty else { return nil }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
      .map { "'\($0.key)' (\($0.value.counting("block")))" }.joined(separator: ", ")
  }

  /// The last line.
  public func summary(seconds: Double) -> String {
    return
      "\(documents.counting("document")) (\(changedDocuments) changed), "
      + "\(blocks.counting("Swift block")): \(verified) verified (\(verifiedBefore) before; \(failing) must fail, \(compiled) only compiled), "
      + "\(shown) only shown, \(placeholders) with placeholders; \(changedFences.counting("fence")) "
      + "changed, \(addedOutputs.counting("output")) added, \(seconds.text(decimals: 1)) s"
  }

  mutating func count(
    _ documents: [AdoptedDocument], pages: [ParsedDocument], outcomes: [SampleOutcome]
  ) {
    self.documents = documents.count
    let failed = outcomes.filter { $0.result == .failed }.byID
    for (document, page) in zip(documents, pages) {
      if Array(document.text.utf8) != document.bytes { changedDocuments += 1 }
      changedFences += document.changedFences
      addedOutputs += document.addedOutputs
      placeholders += page.placeholders
      var number = 0
      page.forEachBlock { block in
        if case .code(let code) = block.kind, code.language == "swift" { number += 1 }
      }
      shown += max(0, number - page.placeholders)
      blocks += number + page.samples.count
      let passed = page.samples.filter { failed[$0.id] == nil }
      verified += passed.count
      failing += passed.count { $0.expectation.isFailure }
      compiled += passed.count { $0.mode == .compileOnly && !$0.expectation.isFailure }
      for (line, marks) in document.marks.sorted(by: { $0.key < $1.key }) {
        guard let reason = marks.reason else { continue }
        let word = marks.kind.map { _ in marks.options.last ?? "" } ?? "output"
        let start = SourcePosition(line: line, column: 1)
        items.append(
          Item(
            location: SourceLocation(file: document.file.path, range: SourceRange(at: start)),
            text: "\(word): \(reason)"))
      }
      for sample in page.samples {
        guard let outcome = failed[sample.id] else { continue }
        let problem = outcome.diagnostics.first { $0.severity == .error }
        items.append(
          Item(
            location: SourceLocation(file: document.file.path, range: sample.range),
            text: "still fails: \(problem?.message.text ?? "another block of its session fails")"))
      }
    }
  }
}

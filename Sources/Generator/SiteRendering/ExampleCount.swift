import DocgenDocModel
import DocgenGround

/// The number of examples that a page shows, and of those that ran.
///
/// Code that no build verifies counts too, so that a page can't claim more than it shows. Examples
/// that are only to be compiled, or not to compile, don't.
struct ExampleCount: Hashable {
  var ran = 0
  var total = 0

  init() {}

  init(of page: PageSummary, outcomes: [SampleID: SampleOutcome]) {
    total = page.unverifiedCount
    for sample in page.samples where !sample.isHidden {
      guard sample.mode == .run, sample.expectation != .compileError else { continue }
      total += 1
      if outcomes[sample.id]?.result == .passed { ran += 1 }
    }
  }

  static func += (left: inout ExampleCount, right: ExampleCount) {
    left.ran += right.ran
    left.total += right.total
  }

  /// Returns the data of a page for a template; `null` when nothing ran.
  func value(_ strings: ThemeStrings) -> TemplateValue {
    guard ran > 0 else { return .null }
    let name = ran < total ? "someExamplesRan" : ran == 1 ? "exampleRan" : "examplesRan"
    return ["text": .text(strings.text(name, with: numbers)), "isWhole": .bool(ran == total)]
  }

  /// Returns the data of the site for a template; `null` when it has no examples.
  func siteValue(_ strings: ThemeStrings) -> TemplateValue {
    guard total > 0 else { return .null }
    return [
      "count": .text(strings.text("siteExamples", with: numbers)),
      "rest": .text(strings["ranInThisBuild"]), "isWhole": .bool(ran == total),
    ]
  }

  private var numbers: [String: String] { ["ran": "\(ran)", "total": "\(total)"] }
}

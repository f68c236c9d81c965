import DocgenDocModel
import DocgenGround

/// The note on blocks that take the imports of a program for granted, as those of a README do.
enum SetupRemark {
  static let text =
    "blocks can do without 'import': write the imports into 'Samples/setup/NAME.swift', and "
    + "'samples: {run: pages, session: page, prints: compare, setup: NAME}' into 'site.yml'"

  /// Whether a page without imports and setup has a sample that lacks a name.
  static func applies(to samples: [Sample], after problems: [Diagnostic]) -> Bool {
    let failed = Set(
      problems.filter { $0.message.text.hasPrefix("cannot find ") }.compactMap(\.sample?.file))
    return failed.contains { file in
      !samples.contains { sample in
        sample.id.file == file
          && (sample.setup != nil || sample.lines.contains { $0.text.hasPrefix("import ") })
      }
    }
  }
}

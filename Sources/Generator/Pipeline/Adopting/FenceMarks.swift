import DocgenDocModel

/// What an adoption writes for a block: options of its fence, and the output after it.
struct FenceMarks: Sendable, Hashable {
  /// How the block is verified, when not by running it.
  enum Kind: Sendable, Hashable {
    case shown
    case compiled
    case expecting(String)
  }

  var kind: Kind?
  /// Whether its session begins again.
  var isReset = false
  /// Whether it is compiled in the language mode 5.
  var isInMode5 = false
  /// The lines of the missing `output` block.
  var output: [String]?
  /// The problem that led to `kind`, for the report.
  var reason: String?

  /// The options to append to the fence.
  var options: [String] {
    switch kind {
    case .shown: ["shown"]
    // Outside of the session, because that runs.
    case .compiled: mode + ["compile-only"]
    case .expecting(let ending): verified + ["expect=\(ending)"]
    case nil: verified
    }
  }

  private var verified: [String] { (isReset ? ["reset"] : []) + mode }

  private var mode: [String] { isInMode5 ? ["language-mode=5"] : [] }
}

extension SwiftTokens {
  /// The code without branches of `#if` that are for other systems.
  ///
  /// Recognises, without a compiler, conditions that test for a system or for frameworks that only
  /// Apple's systems have.
  package var codeForThisSystem: String {
    guard code.contains(bytesOf: "#if") else { return code }
    // For each open `#if`, whether its current branch is for other systems.
    var open: [Bool] = []
    var lines: [Substring] = []
    for line in code.splitIntoLines() {
      if let directive = ConditionalDirective(line) {
        if directive.change < 1 { _ = open.popLast() }
        if directive != .endif { open.append(directive.condition.map(Self.isForOthers) ?? false) }
      }
      lines.append(open.contains(true) ? "" : line)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns whether a condition holds on other systems only; `false` for any with parentheses.
  private static func isForOthers(_ condition: Substring) -> Bool {
    let text = String(condition.filter { !$0.isWhitespace })
    return text.split(separator: "||", omittingEmptySubsequences: false).allSatisfy { alternative in
      alternative.split(separator: "&&").contains { others.contains(String($0)) }
    }
  }

  private static let others: Set<String> = {
    #if os(Linux)
      let systems = ["iOS", "macOS", "OSX", "tvOS", "watchOS", "visionOS", "Windows", "Android"]
      let frameworks = [
        "AppKit", "AuthenticationServices", "Cocoa", "Combine", "Security", "SwiftUI", "UIKit",
        "WatchKit",
      ]
      return Set(systems.map { "os(\($0))" } + frameworks.map { "canImport(\($0))" })
    #else
      return []
    #endif
  }()
}

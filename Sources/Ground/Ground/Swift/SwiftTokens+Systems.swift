extension SwiftTokens {
  /// The code without what is for other systems than this one, as far as that is known without a compiler:
  /// branches of `#if` that ask for a system or for what only Apple's have.
  package var codeForThisSystem: String {
    guard code.contains(bytesOf: "#if") else { return code }
    // Of each `#if` around a line, whether its branch is for others.
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

  /// Whether a condition holds on other systems only; not of one in parentheses, which may be anything.
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

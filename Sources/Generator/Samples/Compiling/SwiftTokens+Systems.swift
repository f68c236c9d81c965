import DocModel

extension SwiftTokens {
  /// The code without what is for other systems than this one, as far as that is known without a compiler:
  /// branches of `#if` that ask for a system or for what only Apple's have.
  var codeForThisSystem: String {
    guard code.contains(bytesOf: "#if") else { return code }
    // Of each `#if` around a line, whether its branch is for others.
    var open: [Bool] = []
    var lines: [Substring] = []
    for line in code.splitIntoLines() {
      let word = line.drop(while: \.isWhitespace)
      if word.hasPrefix("#endif") {
        _ = open.popLast()
      } else if word.hasPrefix("#if") {
        open.append(Self.isForOthers(word.dropFirst("#if".count)))
      } else if word.hasPrefix("#else"), !open.isEmpty {
        open[open.count - 1] =
          word.hasPrefix("#elseif") && Self.isForOthers(word.dropFirst("#elseif".count))
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
      let frameworks = ["AppKit", "Cocoa", "SwiftUI", "UIKit", "WatchKit"]
      return Set(systems.map { "os(\($0))" } + frameworks.map { "canImport(\($0))" })
    #else
      return []
    #endif
  }()
}

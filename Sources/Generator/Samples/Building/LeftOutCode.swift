import DocModel
import SwiftSource

/// Has the compiler tell which blocks have no code for the system that samples are compiled for: all of
/// it stands in branches of `#if` that are left out there, as what is for UIKit on Linux.
///
/// What a condition means only the compiler knows. So the conditions are repeated behind the program, with
/// a warning where none of a block's branches is taken.
struct LeftOutCode {
  /// What is put behind a program; empty for most.
  private(set) var lines: [String] = []

  /// - Parameter program: what is compiled.
  init(behind program: SampleProgram) {
    guard program.lead.language == .swift, program.expectation != .compileError else { return }
    for (index, block) in program.blocks.enumerated() {
      guard block.lines.contains(where: { $0.text.contains(bytesOf: "#if") }),
        let groups = Self.groups(of: block), !groups.isEmpty, groups.count <= Self.most
      else { continue }
      lines += Self.probe(groups[...], telling: "#warning(\"\(Self.word)\(index)\")")
    }
  }

  /// The place of the block among its program's that a message of the compiler says to be left out.
  static func block(saidBy message: CompilerMessage) -> Int? {
    guard message.text.hasPrefix(word) else { return nil }
    return Int(message.text.dropFirst(word.count))
  }

  private static let word = "docgen-left-out "
  /// Each branch without code doubles what comes behind it.
  private static let most = 6

  /// A branch of an `#if`.
  private struct Branch {
    var directive: ConditionalDirective
    /// Whether there is anything in it but imports.
    var hasCode = false
  }

  /// The outermost `#if` of a block that have code; `nil` if code stands outside, or the block doesn't end
  /// what it begins.
  private static func groups(of block: Sample) -> [[Branch]]? {
    let tokens = SwiftTokens(block.lines.map(\.text).joined(separator: "\n"))
    guard !tokens.endsInside, tokens.depth == 0 else { return nil }
    let imported = Self.imported
    var groups: [[Branch]] = []
    var open: [Branch] = []
    var depth = 0
    for line in tokens.code.splitIntoLines() where !line.allSatisfy(\.isWhitespace) {
      guard let directive = ConditionalDirective(line) else {
        if line.prefixMatch(of: imported) != nil { continue }
        guard depth > 0 else { return nil }
        open[open.count - 1].hasCode = true
        continue
      }
      let level = directive.change == 1 ? depth : depth - 1
      guard level >= 0 else { return nil }
      depth += directive.change
      guard level == 0 else { continue }
      if directive == .endif {
        if open.contains(where: \.hasCode) { groups.append(open) }
        continue
      }
      if directive.change == 1 { open = [] }
      // Within parentheses a condition may go on.
      if SwiftTokens(String(directive.condition ?? "")).depth > 0 { return nil }
      open.append(Branch(directive: directive))
    }
    return depth == 0 ? groups : nil
  }

  private static var imported: Regex<Substring> {
    /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s/
  }

  /// Lines that say something where no branch with code is taken.
  private static func probe(_ groups: ArraySlice<[Branch]>, telling words: String) -> [String] {
    guard let group = groups.first else { return [words] }
    let rest = probe(groups.dropFirst(), telling: words)
    var lines = group.flatMap { [$0.directive.text] + ($0.hasCode ? [] : rest) }
    if !group.contains(where: { $0.directive == .else }) { lines += ["#else"] + rest }
    return lines + ["#endif"]
  }
}

extension Diagnostic.Message {
  static func codeLeftOut(isRun: Bool) -> Self {
    Self(
      .codeLeftOut, .warning,
      "none of this code is compiled, for its '#if' doesn't hold here, so nothing is known of it; "
        + "add an '#else', or show it unchecked, without '\(isRun ? "runnable" : "compile-only")'")
  }
}

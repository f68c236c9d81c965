/// A line of Swift that starts, divides or ends a conditional compilation block (The Swift
/// Programming Language, Conditional Compilation Block).
package enum ConditionalDirective: Equatable {
  /// `#if`, with its condition as written.
  case `if`(Substring)
  /// `#elseif`, with its condition as written.
  case `elseif`(Substring)
  case `else`
  case `endif`

  /// Parses a line; `nil` for any other line.
  ///
  /// - Parameter line: a line of `SwiftTokens.code`, which has no comments.
  package init?(_ line: Substring) {
    let text = line.drop(while: \.isWhitespace)
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let keyword = text.prefix { $0 == "#" || $0.isIdentifierPart }
    switch keyword {
    case "#if": self = .if(text.dropFirst(keyword.count))
    case "#elseif": self = .elseif(text.dropFirst(keyword.count))
    case "#else": self = .else
    case "#endif": self = .endif
    default: return nil
    }
  }

  /// The change in nesting: 1 for a start, -1 for an end, otherwise 0.
  package var change: Int {
    switch self {
    case .if: 1
    case .elseif, .else: 0
    case .endif: -1
    }
  }

  /// The condition, if the directive has one.
  package var condition: Substring? {
    switch self {
    case .if(let condition), .elseif(let condition): condition
    case .else, .endif: nil
    }
  }
}

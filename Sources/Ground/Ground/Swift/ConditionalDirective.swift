/// A line of Swift that begins, divides or ends code that is compiled on a condition (The Swift Programming
/// Language, Conditional Compilation Block).
package enum ConditionalDirective: Equatable {
  /// A first condition, as it is written.
  case `if`(Substring)
  /// A further one.
  case `elseif`(Substring)
  case `else`
  case `endif`

  /// Reads a line; `nil` if it is none of them.
  ///
  /// - Parameter line: a line without comments, as `SwiftTokens` gives it.
  package init?(_ line: Substring) {
    let text = line.drop(while: \.isWhitespace)
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let word = text.prefix { $0 == "#" || $0.isIdentifierPart }
    switch word {
    case "#if": self = .if(text.dropFirst(word.count))
    case "#elseif": self = .elseif(text.dropFirst(word.count))
    case "#else": self = .else
    case "#endif": self = .endif
    default: return nil
    }
  }

  /// How many conditions it opens: 1, 0, or -1 if it closes one.
  package var change: Int {
    switch self {
    case .if: 1
    case .elseif, .else: 0
    case .endif: -1
    }
  }

  /// The condition that it names.
  package var condition: Substring? {
    switch self {
    case .if(let condition), .elseif(let condition): condition
    case .else, .endif: nil
    }
  }
}

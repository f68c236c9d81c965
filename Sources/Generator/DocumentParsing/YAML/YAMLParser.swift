public import DocgenGround

/// Parses one YAML document through libyaml.
///
/// An alias may stand for a scalar. Those of lists and mappings could expand without bound and are
/// rejected, as tags are.
public enum YAMLParser {
  /// The deepest nesting allowed.
  public static let maximumDepth = 50

  /// Returns the value of a text; `nil` when it contains only comments.
  public static func parse(_ text: String, firstLine: Int = 1) throws(YAMLError) -> YAMLNode? {
    var reader = EventReader(text: text, lineOffset: firstLine - 1)
    return try reader.readDocument()
  }
}

/// A text that isn't the YAML that docgen supports.
public struct YAMLError: Error, Sendable, Hashable {
  /// The reason, as one lower-case clause.
  public var message: String
  /// The position of the problem.
  public var position: SourcePosition
}

/// A value of a YAML document, with its range.
public struct YAMLNode: Sendable, Hashable {
  /// The kind of a value, with its content.
  public indirect enum Kind: Sendable, Hashable {
    /// A text; `isPlain` when it isn't quoted, so that `true` and `3` may be a Boolean and a
    /// number.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Keys with values, in order.
    case mapping([Pair])
  }

  /// A key and its value.
  public struct Pair: Sendable, Hashable {
    /// The key.
    public var key: YAMLNode
    /// The value.
    public var value: YAMLNode
  }

  /// The kind of value.
  public var kind: Kind
  /// The range in the file.
  public var range: SourceRange

  /// The text of a scalar; `nil` for other nodes.
  public var text: String? {
    if case .scalar(let text, _) = kind { text } else { nil }
  }

  /// Whether this is an empty value: no text, `~` or `null`.
  public var isNull: Bool {
    if case .scalar(let text, true) = kind {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  /// The value of `true` or `false` (YAML 1.2's core schema); `nil` for other nodes.
  public var bool: Bool? {
    guard case .scalar(let text, true) = kind else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: return nil
    }
  }

  /// The value of a whole number; `nil` for other nodes.
  public var integer: Int? {
    if case .scalar(let text, true) = kind { Int(text) } else { nil }
  }

  /// The elements of a list; `nil` for other nodes.
  public var sequence: [YAMLNode]? {
    if case .sequence(let elements) = kind { elements } else { nil }
  }

  /// The pairs of a mapping; `nil` for other nodes.
  public var mapping: [Pair]? {
    if case .mapping(let pairs) = kind { pairs } else { nil }
  }
}

public import Ground

/// A value of a YAML document, with its place.
public struct YAMLNode: Sendable, Hashable {
  /// What kind of value, with its parts.
  public indirect enum Kind: Sendable, Hashable {
    /// A text; `isPlain` when it stood without quotes, so that `true` and `3` may mean more.
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

  /// What kind of value.
  public var kind: Kind
  /// Where it stands.
  public var range: SourceRange

  /// The text of a scalar, else `nil`.
  public var text: String? {
    if case .scalar(let text, _) = kind { text } else { nil }
  }

  /// Whether this is an empty value: nothing at all, `~` or `null`.
  public var isNull: Bool {
    if case .scalar(let text, true) = kind {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  /// `true` or `false` (YAML 1.2's core schema), else `nil`.
  public var bool: Bool? {
    guard case .scalar(let text, true) = kind else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: return nil
    }
  }

  /// A whole number, else `nil`.
  public var integer: Int? {
    if case .scalar(let text, true) = kind { Int(text) } else { nil }
  }

  /// The elements of a list, else `nil`.
  public var sequence: [YAMLNode]? {
    if case .sequence(let elements) = kind { elements } else { nil }
  }

  /// The pairs of a mapping, else `nil`.
  public var mapping: [Pair]? {
    if case .mapping(let pairs) = kind { pairs } else { nil }
  }
}

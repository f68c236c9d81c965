import DocgenGround

/// A value for a template, in the data model of Mustache, without lambdas.
public enum TemplateValue: Sendable {
  /// Text that `{{x}}` escapes and `{{{x}}}` writes unchanged.
  case text(String)
  /// Safe HTML, which is never escaped, even in `{{x}}`.
  case html(String)
  /// A condition; as text it is `true` or `false`.
  case bool(Bool)
  /// A list that a section repeats its content for; it has no text.
  case list([TemplateValue])
  /// Named values; an object has no text.
  case object(TemplateObject)
  /// No text, and false. It hides an outer value of the same name.
  case null
}

extension TemplateValue {
  /// Whether a section skips its content, and an inverted section renders it.
  ///
  /// `false`, `null`, an empty list, and empty text or HTML are false. The specification leaves
  /// empty text to the implementation; it is false here, so that `{{#description}}` works for an
  /// empty description.
  public var isFalse: Bool {
    switch self {
    case .text(let text), .html(let text): text.isEmpty
    case .bool(let flag): !flag
    case .list(let elements): elements.isEmpty
    case .object: false
    case .null: true
    }
  }

  /// The value of a name in an object; `nil` if there is none.
  subscript(name: TemplateName) -> TemplateValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The text for an interpolation, before escaping.
  var text: String {
    switch self {
    case .text(let text), .html(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .list, .object, .null: ""
    }
  }

  /// A hash that is the same in each process, unlike `hashValue`.
  var digest: UInt64 {
    switch self {
    case .text(let text): StableHash.mixed(StableHash.of(text.utf8), 1)
    case .html(let html): StableHash.mixed(StableHash.of(html.utf8), 2)
    case .bool(let flag): StableHash.mixed(flag ? 1 : 0, 3)
    case .list(let elements): elements.reduce(4) { StableHash.mixed($0, $1.digest) }
    case .object(let object): object.digest
    case .null: 6
    }
  }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a condition.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates text from a whole number.
  public init(integerLiteral value: Int) { self = .text(String(value)) }
  /// Creates text from a number with a fraction, the shortest text that represents it.
  public init(floatLiteral value: Double) { self = .text("\(value)") }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a list.
  public init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
  /// Creates an object; the last of equal names wins.
  public init(dictionaryLiteral members: (TemplateName, TemplateValue)...) {
    self = .object(TemplateObject(members))
  }
}

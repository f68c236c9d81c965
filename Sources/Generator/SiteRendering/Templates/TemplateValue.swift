/// What a template is filled with: the data model of Mustache, without lambdas.
public enum TemplateValue: Sendable, Hashable {
  /// Text that `{{x}}` escapes and `{{{x}}}` writes as it is.
  case text(String)
  /// HTML that is safe already: never escaped, not in `{{x}}` either.
  case html(String)
  /// A condition; as text it is `true` or `false`.
  case bool(Bool)
  /// What a section repeats itself for; it has no text of its own.
  case list([TemplateValue])
  /// Named values; an object has no text of its own.
  case object([String: TemplateValue])
  /// Nothing: no text, and false. It hides a value of the same name further out.
  case null
}

extension TemplateValue {
  /// Whether a section leaves its content out, and an inverted section shows it: `false`, `null`,
  /// an empty list, and text or HTML without a single character.
  ///
  /// The specification leaves empty text to the implementation; it is false here, so that
  /// `{{#description}}` works for a description that was left empty.
  public var isFalse: Bool {
    switch self {
    case .text(let text), .html(let text): text.isEmpty
    case .bool(let flag): !flag
    case .list(let elements): elements.isEmpty
    case .object: false
    case .null: true
    }
  }

  /// What an interpolation writes before any escaping.
  var text: String {
    switch self {
    case .text(let text), .html(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .list, .object, .null: ""
    }
  }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A condition.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number, as text.
  public init(integerLiteral value: Int) { self = .text(String(value)) }
  /// A number with a fraction, as the shortest text that stands for it.
  public init(floatLiteral value: Double) { self = .text("\(value)") }
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
  /// An object; the last of equal names wins.
  public init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

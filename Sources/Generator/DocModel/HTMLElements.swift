/// Properties of elements, by their names, and of text in the HTML standard.
public enum HTMLElements {
  /// The elements without content (13.1.2).
  public static let void: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  /// The elements that need no end tag (13.1.2.4), and `form`, whose end tag isn't found, since the
  /// parser of HTML closes forms apart from the open elements (13.2.6.4.7).
  public static let mayBeOpen = void.union([
    "body", "caption", "colgroup", "dd", "dt", "form", "head", "html", "li", "optgroup", "option",
    "p",
    "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr",
  ])

  /// The elements that change only how the text in them looks; an open one of any other kind
  /// encloses in what follows it.
  public static let phrasing: Set = [
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var",
  ]

  /// The elements that contain text without tags (13.1.2).
  static let raw: Set = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
  ]

  /// Returns text with the character references resolved that addresses contain.
  public static func text(of html: String) -> String {
    guard html.utf8.contains(UInt8(ascii: "&")) else { return html }
    return html.replacing(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/) {
      match in
      let number = match.1.flatMap { UInt32($0) } ?? match.2.flatMap { UInt32($0, radix: 16) }
      if let number { return Unicode.Scalar(number).map { String($0) } ?? "\u{FFFD}" }
      return match.3.flatMap { named[String($0)] } ?? String(match.0)
    }
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// The elements of HTML, and the most common ones of SVG, to distinguish the author's HTML from a
  /// placeholder in angle brackets.
  static let known: Set = [
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "base", "bdi",
    "bdo", "big", "block", "blockquote", "body", "br", "button", "canvas", "caption", "center",
    "circle", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "defs", "del", "details",
    "dfn", "dialog", "div", "dl", "dt", "ellipse", "em", "embed", "fieldset", "figcaption",
    "figure", "font", "footer", "form", "g", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
    "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li",
    "line", "lineargradient", "link", "main", "map", "mark", "math", "menu", "meta", "meter", "nav",
    "noembed", "noframes", "noscript", "object", "ol", "optgroup", "option", "output", "p", "param",
    "path", "picture", "polygon", "polyline", "pre", "progress", "q", "radialgradient", "rect",
    "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small",
    "source", "span", "stop", "strike", "strong", "style", "sub", "summary", "sup", "svg", "table",
    "tbody", "td", "template", "text", "textarea", "tfoot", "th", "thead", "time", "title", "tr",
    "track", "tspan", "tt", "u", "ul", "use", "var", "video", "wbr", "xmp",
  ]
}

/// The elements of HTML, to distinguish the author's HTML from a placeholder in angle brackets.
public enum HTMLElements {
  /// Returns the name in `html` when it looks like `<clientId>` and not like an element.
  public static func placeholder(in html: String) -> String? {
    guard let tag = HTMLTag.startTags(in: html).first, tag.range.lowerBound == 0 else { return nil }
    let name = String(html.dropFirst().prefix { $0 != ">" && $0 != " " && $0 != "/" })
    if known.contains(tag.name) || tag.name.contains("-") || tag.name.contains(":") { return nil }
    return name
  }

  private static let known: Set<String> = [
    "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "base", "bdi",
    "bdo", "big", "block", "blockquote", "body", "br", "button", "canvas", "caption", "center",
    "circle", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details",
    "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "g", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
    "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "line", "link",
    "main", "map", "mark", "math", "menu", "meta", "meter", "nav", "noscript", "object", "ol",
    "optgroup", "option", "output", "p", "param", "path", "picture", "polygon", "pre", "progress",
    "q", "rect", "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot",
    "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg",
    "table", "tbody", "td", "template", "text", "textarea", "tfoot", "th", "thead", "time",
    "title", "tr", "track", "tt", "u", "ul", "use", "var", "video", "wbr",
  ]
}

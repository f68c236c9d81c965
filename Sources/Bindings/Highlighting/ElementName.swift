/// The element names in source-highlight's language files, from its `default.style`.
///
/// Files may use other names; those elements stay plain.
enum ElementName {
  static let kinds: [String: TokenKind] = [
    "keyword": .keyword,
    "type": .type, "usertype": .type, "classname": .type,
    "string": .string, "specialchar": .escape, "escape": .escape, "regexp": .regex,
    "number": .number,
    "comment": .comment, "documentation": .documentation,
    "function": .function, "predef_func": .function,
    "preproc": .preprocessor, "attribute": .attribute,
    "symbol": .symbol, "cbracket": .symbol,
    "variable": .variable, "predef_var": .variable, "argument": .variable,
    "key": .property, "property": .property,
    "label": .label, "url": .url, "path": .url, "file": .url, "tag": .tag,
    "selector": .tag, "value": .string, "atom": .string,
    "newfile": .inserted, "oldfile": .deleted, "difflines": .preprocessor,
    "date": .number, "time": .number, "ip": .number, "name": .function,
    "error": .keyword, "warning": .keyword, "math": .number,
  ]

  /// Sorted, so that an element's index is the same in every run.
  static let all = kinds.keys.sorted()
}

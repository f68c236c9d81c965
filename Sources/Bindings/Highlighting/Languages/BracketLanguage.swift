/// Writes the language file of a language of C's family, from what tells it from the others.
///
/// In the syntax of GNU source-highlight ("Language Definitions" in its manual): at one position
/// the rule that stands first wins, so words come before names and names before signs.
struct BracketLanguage {
  /// Reserved words, split by blanks.
  var keywords: String
  /// Names of built-in types, split by blanks.
  var types = ""
  /// Rules in front of all others: comments and strings of the language's own kind.
  var firstRules = ""
  /// Rules behind words and types, in front of plain names.
  var nameRules = ""
  /// The quotes of one-line strings, as a regular expression's set: `"'`.
  var quotes = ["\""]

  var text: String {
    """
    documentation delim "/**" "*/" multiline
    documentation start "///"
    comment delim "/*" "*/" multiline
    comment start "//"
    \(firstRules)
    \(strings)
    attribute = '@[[:alpha:]_][[:word:].]*'
    number = '\\<0[xX][[:xdigit:]_]+[[:alpha:]]*\\>'
    number = '\\<0[bB][01_]+\\>'
    number = '\\<[[:digit:]][[:digit:]_]*(\\.[[:digit:]][[:digit:]_]*)?([eE][+-]?[[:digit:]]+)?[[:alpha:]]{0,2}\\>'
    keyword = "\(Self.alternatives(keywords))"
    \(types.isEmpty ? "" : "type = \"\(Self.alternatives(types))\"")
    \(nameRules)
    type = '\\<[[:upper:]][[:alnum:]_]*\\>'
    function = '\\<[[:alpha:]_$][[:word:]$]*(?=[[:blank:]]*\\()'
    symbol = '[-+*/%=<>!&|^~?:]+'
    """
  }

  private var strings: String {
    quotes.map { quote in
      let escaped = quote == "\"" ? "\\\"" : quote
      return """
        environment string delim "\(escaped)" "\(escaped)" begin
          specialchar = '\\\\(u\\{?[[:xdigit:]]+\\}?|x[[:xdigit:]]+|.)'
        end
        """
    }.joined(separator: "\n")
  }

  private static func alternatives(_ words: String) -> String {
    words.split(whereSeparator: \.isWhitespace).joined(separator: "|")
  }
}

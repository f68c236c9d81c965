/// Generates the language file of a language in C's family from its differences to the others.
///
/// The file has the syntax of GNU source-highlight ("Language Definitions" in its manual). At each
/// position the first matching rule wins, so keywords come before names and names before symbols.
struct BracketLanguage {
  /// The reserved words, separated by white space.
  var keywords: String
  /// The names of built-in types, separated by white space.
  var types = ""
  /// Rules before all others: the language's own comments and strings.
  var firstRules = ""
  /// Rules after keywords and types, before plain names.
  var nameRules = ""
  /// The quotes of single-line strings.
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

  private static func alternatives(_ list: String) -> String {
    list.split(whereSeparator: \.isWhitespace).joined(separator: "|")
  }
}

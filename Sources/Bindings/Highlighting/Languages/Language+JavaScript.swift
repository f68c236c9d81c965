extension Language {
  static let javaScriptText = script(keywords: scriptKeywords, types: "")

  static let typeScriptText = script(
    keywords: scriptKeywords + """
       abstract any as asserts declare enum implements infer interface is keyof namespace never
       override private protected public readonly satisfies type unknown
      """,
    types: "bigint boolean number object string symbol")

  private static let scriptKeywords = """
    async await break case catch class const continue debugger default delete do else export
    extends false finally for from function get if import in instanceof let new null of return
    set static super switch this throw true try typeof undefined var void while with yield
    NaN Infinity
    """

  /// A slash starts a regular expression only where a value can start; elsewhere it divides.
  private static func script(keywords: String, types: String) -> String {
    BracketLanguage(
      keywords: keywords, types: types,
      firstRules: #"""
        (property,normal,symbol) = `("(?:\x5c.|[^"\x5c])*")([[:blank:]]*)(:)`
        environment string delim "`" "`" multiline begin
          specialchar = '\\.'
          variable = '\$\{[^}]*\}'
        end
        (symbol,normal,regexp) = `([=\x28,:!&|?{};]|\[)([[:blank:]]*)(/(?![*/])(?:\x5c.|\[(?:\x5c.|[^]\x5c])*\]|[^]/\x5c[])+/[dgimsuvy]*)`
        (keyword,normal,regexp) = `(\<(?:return|typeof|case))([[:blank:]]+)(/(?![*/])(?:\x5c.|[^/\x5c])+/[dgimsuvy]*)`
        """#,
      nameRules: #"""
        (property,normal,symbol) = `(\<[[:alpha:]_$][[:word:]$]*)([[:blank:]]*)(:(?!:))`
        """#,
      quotes: ["\"", "'"]
    ).text
  }
}

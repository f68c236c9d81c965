extension Language {
  static let cssText = #"""
    comment delim "/*" "*/" multiline
    \#(cssRules)
    """#

  /// HTML, with embedded CSS and JavaScript.
  static let htmlText = #"""
    comment delim "<!--" "-->" multiline
    preproc delim '<![[:alpha:]]+' ">" multiline
    state tag = '<style\>' nonsensitive begin
      \#(attributeRules)
      state tag = '>' begin
        tag = '</style>' nonsensitive exit 2
        \#(cssText)
      end
    end
    state tag = '<script\>' nonsensitive begin
      \#(attributeRules)
      state tag = '>' begin
        tag = '</script>' nonsensitive exit 2
        \#(javaScriptText)
      end
    end
    variable = '\{{2,3}[^}]*\}{2,3}'
    state tag delim '</?[[:alpha:]][[:word:]:-]*' '/?>' multiline begin
      \#(attributeRules)
    end
    specialchar = '&(#[[:digit:]]+|#[xX][[:xdigit:]]+|[[:alnum:]]+);'
    """#

  private static let attributeRules = #"""
    environment string delim "\"" "\"" multiline begin
      variable = '\{{2,3}[^}]*\}{2,3}'
    end
    string delim "'" "'" multiline
    (symbol,normal,string) = `(=)([[:blank:]]*)([^[:blank:]"'<>=]+)`
    attribute = '[[:alpha:]_@:][[:word:]:.-]*'
    symbol = "="
    """#

  private static let cssRules = #"""
    environment string delim "\"" "\"" begin
      specialchar = '\\.'
    end
    string delim "'" "'"
    keyword = '@[[:alpha:]-]+'
    keyword = '!important\>'
    variable = '--[[:alpha:]][[:word:]-]*'
    property = '(?<![[:word:].#-])[[:alpha:]-]+(?=[[:blank:]]*:[^{]*([;}]|[^,{]$))'
    number = '#[[:xdigit:]]{3,8}\>(?=[^{]*([;}]|$))'
    attribute = '[.#][[:alpha:]_-][[:word:]-]*|::?[[:alpha:]-]+'
    number = '[-+]?[[:digit:]]*\.?[[:digit:]]+([[:alpha:]]+|%)?'
    function = '\<[[:alpha:]-]+(?=\()'
    tag = '\<[[:alpha:]][[:alnum:]-]*(?=[^;}\x28\x29]*\{)'
    symbol = '[{}:;,>+~*=]'
    """#

  static let markdownText = #"""
    comment delim "<!--" "-->" multiline
    preproc = '^[[:blank:]]*(`{3,}|~{3,}).*$'
    preproc = '^(---|===+)[[:blank:]]*$'
    keyword = '^#{1,6}[[:blank:]].*$'
    attribute = '^>([[:blank:]]*\[![[:alpha:]]+\])?'
    symbol = '^[[:blank:]]*([-*+]|[[:digit:]]+[.])(?=[[:blank:]])'
    string = '`[^`]+`'
    url = '\]\([^\x29]*\)|<?https?://[^[:blank:]<>]+>?'
    type = '[*]{2}[^*]+[*]{2}'
    """#
}

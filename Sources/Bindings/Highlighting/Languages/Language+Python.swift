extension Language {
  static let pythonText = #"""
    comment start "#"
    string delim '[bBrRuUfF]{0,2}"{3}' '"{3}' multiline
    string delim '[bBrRuUfF]{0,2}\'{3}' '\'{3}' multiline
    environment string delim '[bBrRuUfF]{0,2}"' '"' begin
      specialchar = '\\.'
    end
    environment string delim '[bBrRuUfF]{0,2}\'' '\'' begin
      specialchar = '\\.'
    end
    attribute = '^[[:blank:]]*@[[:alpha:]_][[:word:].]*'
    number = '\<(0[xXbBoO][[:xdigit:]_]+|[[:digit:]][[:digit:]_]*(\.[[:digit:]_]+)?([eE][+-]?[[:digit:]]+)?j?)\>'
    (keyword,normal,type) = `(\<class)([[:blank:]]+)([[:word:]]+)`
    keyword = "False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|match|nonlocal|not|or|pass|raise|return|self|try|while|with|yield"
    function = '\<[[:alpha:]_][[:word:]]*(?=[[:blank:]]*\()'
    symbol = '[-+*/%=<>!&|^~:@]+'
    """#
}

extension Language {
  /// JSON as in guides: with comments, trailing commas, and the multi-line strings in backquotes of
  /// Sync Gateway's configuration.
  static let jsonText = #"""
    comment delim "/*" "*/" multiline
    comment start "//"
    (property,normal,symbol) = `("[^"\x5c]*(?:\x5c.[^"\x5c]*)*")([[:blank:]]*)(:)`
    (property,normal,symbol) = `(\<[[:alpha:]_$][[:word:]$]*)([[:blank:]]*)(:)`
    environment string delim "\"" "\"" begin
      specialchar = '\\(u[[:xdigit:]]{4}|.)'
    end
    string delim "`" "`" multiline
    string delim "'" "'"
    number = '-?\<[[:digit:]]+(\.[[:digit:]]+)?([eE][+-]?[[:digit:]]+)?\>'
    keyword = "true|false|null"
    variable = '\$\{[^}]*\}'
    symbol = '[][{},:]'
    """#

  static let yamlText = #"""
    preproc = '^(---|\.\.\.)[[:blank:]]*$'
    preproc = '^%[[:alpha:]].*$'
    comment = '^[[:blank:]]*#.*$'
    (normal,comment) = `([[:blank:]]+)(#.*$)`
    (property,normal,symbol) = `("(?:\x5c.|[^"\x5c])*"|'[^']*')([[:blank:]]*)(:(?=[[:blank:]]|$))`
    environment string delim "\"" "\"" multiline begin
      specialchar = '\\(u[[:xdigit:]]{4}|x[[:xdigit:]]{2}|.)'
    end
    normal = '[[:alnum:]]["\']'
    string delim "'" "'" multiline
    (property,symbol) = `([[:alnum:]_$./<][^]:[#"'{},]*)(:(?=[[:blank:]]|$))`
    label = '[&*][[:alpha:]_][[:word:]-]*'
    type = '!{1,2}[[:alpha:]][[:word:]/-]*'
    keyword = '\<(true|false|null|yes|no|on|off|True|False)\>(?=[[:blank:]]*($|[],}#]))'
    number = '\<[-+]?(0x[[:xdigit:]]+|[[:digit:]]+(\.[[:digit:]]+)?([eE][+-]?[[:digit:]]+)?)\>(?=[[:blank:]]*($|[],}#]))'
    url = 'https?://[^[:space:]"\'<>]+'
    symbol = '^[[:blank:]]*(- )*-(?=[[:blank:]]|$)'
    symbol = '[][{},|>~]'
    """#

  /// Also the short form without the lines with `@@`.
  static let diffText = #"""
    difflines start '^(@@|diff|index|[-+]{3}[[:blank:]])'
    newfile start '^[+>]'
    oldfile start '^[-<]'
    """#

  static let tomlText = #"""
    comment start "#"
    type = '^[[:blank:]]*\[\[?[^]]*\]\]?'
    (property,normal,symbol) = `([[:alnum:]_."'-]+)([[:blank:]]*)(=)`
    string delim "\"\"\"" "\"\"\"" multiline
    string delim "'''" "'''" multiline
    environment string delim "\"" "\"" begin
      specialchar = '\\(u[[:xdigit:]]{4}|.)'
    end
    string delim "'" "'"
    number = '\<[[:digit:]]{4}-[[:digit:]]{2}-[[:digit:]]{2}([T ][[:digit:]:.]+(Z|[+-][[:digit:]:]+)?)?'
    number = '[+-]?\<[[:digit:]][[:word:].]*\>'
    keyword = "true|false"
    symbol = '[][{},=]'
    """#
}

extension Language {
  /// POSIX shell and bash, as scripts or as sessions with a `$` prompt.
  static let shellText = #"""
    comment = '^[[:blank:]]*#.*$'
    (normal,comment) = `([[:blank:]]+)(#.*$)`
    string delim '\$?\'' "'" multiline
    environment string delim "\"" "\"" multiline begin
      specialchar = '\\.'
      variable = '\$(\{[^}]*\}|\([^\x28\x29]*\)|[[:alpha:]_][[:word:]]*|[[:digit:]@*#?$!-])'
    end
    specialchar = '\\.'
    (symbol,normal,function) = `(^[[:blank:]]*\$)([[:blank:]]+)([[:alpha:]_./][[:word:]./-]*(?![[:word:]=]))`
    (symbol,normal) = `(^[[:blank:]]*\$)([[:blank:]]+)`
    variable = '\$(\{[^}]*\}|[[:alpha:]_][[:word:]]*|[[:digit:]@*#?$!-])'
    url = '\<https?://[^[:space:]"\'|;&\x29<>]+'
    (normal,attribute) = `([[:blank:]]+)(--?[[:alpha:]][[:word:]-]*)`
    attribute = '^--?[[:alpha:]][[:word:]-]*'
    keyword = '(?<![-./])\<(case|do|done|elif|else|esac|fi|for|function|if|in|select|then|until|while|break|continue|exit|export|local|readonly|return|set|shift|source|trap|unset|eval|exec)\>(?![-./=])'
    (variable,symbol) = `(\<[[:alpha:]_][[:word:]]*)(\+?=)`
    function = '\<[[:alpha:]_][[:word:]-]*(?=[[:blank:]]*\(\))'
    function = '(?<![-./:@])\<(apt|apt-get|awk|base64|brew|cat|cd|chmod|cp|curl|cut|date|docker|docgen|echo|env|find|git|grep|head|java|jq|kill|ls|make|mkdir|mv|node|npm|npx|openssl|ps|printf|python3?|rm|sed|sleep|sort|ssh|sudo|swift|swiftc|sync_gateway|tail|tar|tee|test|touch|tr|uniq|wc|wget|xargs|xcodebuild|pod)\>(?![-.:/=@])'
    symbol = '\$\(|&&|\|\||;;|<<-?|>>|[|;&<>\x28\x29{}!]|\[\[?|\]\]?'
    """#

  static let powerShellText = #"""
    comment delim "<#" "#>" multiline
    comment start "#"
    environment string delim "\"" "\"" multiline begin
      specialchar = '`.'
      variable = '\$(\{[^}]*\}|\([^\x28\x29]*\)|[[:alpha:]_][[:word:]:]*)'
    end
    string delim "'" "'" multiline
    variable = '\$(\{[^}]*\}|[[:alpha:]_?$^][[:word:]:]*)'
    type = '\[[[:alpha:]][[:word:].]*(\[\])?\]'
    (normal,attribute) = `([[:blank:]]+)(-[[:alpha:]][[:word:]]*)`
    function = '\<[[:alpha:]]+-[[:alpha:]]+\>'
    keyword = "begin|break|catch|class|continue|do|dynamicparam|else|elseif|end|exit|filter|finally|for|foreach|function|if|in|param|process|return|switch|throw|trap|try|until|using|while" nonsensitive
    number = '\<[[:digit:]]+(\.[[:digit:]]+)?([kmgtp]b)?\>'
    symbol = '[][{}\x28\x29=|;,.&@]'
    """#

  static let dockerfileText = #"""
    comment = '^[[:blank:]]*#.*$'
    keyword = '^[[:blank:]]*(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|MAINTAINER|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)\>' nonsensitive
    keyword = '\<AS\>' nonsensitive
    environment string delim "\"" "\"" begin
      specialchar = '\\.'
      variable = '\$(\{[^}]*\}|[[:alpha:]_][[:word:]]*)'
    end
    string delim "'" "'"
    variable = '\$(\{[^}]*\}|[[:alpha:]_][[:word:]]*)'
    (normal,attribute) = `([[:blank:]]+)(--?[[:alpha:]][[:word:]-]*)`
    symbol = '&&|\|\||[][|;,=]'
    """#
}

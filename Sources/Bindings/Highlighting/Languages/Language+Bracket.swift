extension Language {
  static let javaText = BracketLanguage(
    keywords: """
      abstract assert break case catch class const continue default do else enum exports extends
      false final finally for goto if implements import instanceof interface module native new
      null package permits private protected public record requires return sealed static strictfp
      super switch synchronized this throw throws transient true try var void volatile while yield
      """,
    types: "boolean byte char double float int long short",
    firstRules: #"string delim "\"\"\"" "\"\"\"" multiline"#,
    quotes: ["\"", "'"]
  ).text

  static let kotlinText = BracketLanguage(
    keywords: """
      abstract actual annotation as break by catch class companion const constructor continue
      crossinline data do dynamic else enum expect external false final finally for fun get if
      import in infix init inline inner interface internal is lateinit noinline null object open
      operator out override package private protected public reified return sealed set super
      suspend tailrec this throw true try typealias val var vararg when where while
      """,
    firstRules: #"""
      environment string delim "\"\"\"" "\"\"\"" multiline begin
        variable = '\$(\{[^}]*\}|[[:alpha:]_][[:word:]]*)'
      end
      environment string delim "\"" "\"" begin
        specialchar = '\\(u[[:xdigit:]]{4}|.)'
        variable = '\$(\{[^}]*\}|[[:alpha:]_][[:word:]]*)'
      end
      """#,
    quotes: ["'"]
  ).text

  /// Distinguishes functions from types by the parenthesis, if both have capital initials.
  static let callBeforeType = #"function = '\<[[:alpha:]_][[:word:]]*(?=[[:blank:]]*\()'"#

  static let cSharpText = BracketLanguage(
    keywords: """
      abstract add as async await base break case catch checked class const continue default
      delegate do else enum event explicit extern false finally fixed for foreach from get global
      goto if implicit in init interface internal is join let lock namespace new not null
      operator orderby out override params partial private protected public readonly record ref
      remove required return sealed select set sizeof stackalloc static struct switch this throw
      true try typeof unchecked unsafe using value var virtual volatile when where while with yield
      """,
    types: """
      bool byte char decimal double dynamic float int long nint nuint object sbyte short string
      uint ulong ushort void
      """,
    firstRules: #"""
      preproc = '^[[:blank:]]*#[[:blank:]]*[[:alpha:]]+.*$'
      string delim "\"\"\"" "\"\"\"" multiline
      environment string delim '\$?@\$?"' '"(?!")' multiline begin
        specialchar = '""'
      end
      environment string delim '\$"' '"' begin
        specialchar = '\\.'
        variable = '\{[^{}"]*\}'
      end
      attribute = '^[[:blank:]]*\[[[:alpha:]][^]]*\][[:blank:]]*$'
      (keyword,normal,type) = `(\<new)([[:blank:]]+)([[:upper:]][[:word:]]*)`
      """#,
    nameRules: callBeforeType,
    quotes: ["\"", "'"]
  ).text

  static let objectiveCText = BracketLanguage(
    keywords: """
      auto break case const continue default do else enum extern for goto if in inline register
      restrict return self sizeof static struct super switch typedef union volatile while
      YES NO nil Nil NULL true false nonatomic atomic copy strong weak assign readonly readwrite
      retain nullable nonnull getter setter __block __weak __strong __bridge __kindof _Nullable
      _Nonnull __typeof typeof
      """,
    types: "BOOL bool char double float id instancetype int long short signed unsigned void",
    firstRules: cPreprocessor + #"""

      environment string delim '@"' '"' begin
        specialchar = '\\.'
      end
      keyword = '@(interface|implementation|protocol|end|property|synthesize|dynamic|class|selector|encode|try|catch|finally|throw|autoreleasepool|synchronized|optional|required|public|private|protected|package|import|available|defs)\>'
      """#,
    nameRules: callBeforeType + #"""

      function = '\<[[:alpha:]_][[:word:]]*(?=:($|[^:]))'
      (normal,function) = `([[:blank:]])([[:lower:]_][[:word:]]*(?=\]))`
      """#,
    quotes: ["\"", "'"]
  ).text

  static let goText = BracketLanguage(
    keywords: """
      break case chan const continue default defer else fallthrough for func go goto if import
      interface map package range return select struct switch type var nil true false iota
      """,
    types: """
      any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune
      string uint uint8 uint16 uint32 uint64 uintptr
      """,
    firstRules: #"string delim "`" "`" multiline"#,
    nameRules: callBeforeType,
    quotes: ["\"", "'"]
  ).text
}

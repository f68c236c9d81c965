extension Language {
  /// The language file for Swift when the toolchain has no sourcekitd.
  static let swiftText = BracketLanguage(
    keywords: """
      actor any as associatedtype async await borrowing break case catch class consume consuming
      continue convenience default defer deinit didSet do dynamic else enum extension fallthrough
      false fileprivate final for func get guard if import in indirect infix init inout internal
      is isolated lazy let macro mutating nil nonisolated nonmutating open operator optional
      override package postfix precedencegroup prefix private protocol public repeat required
      rethrows return self sending set some static struct subscript super switch throw throws true
      try typealias unowned var weak where while willSet yield Self
      """,
    firstRules: #"""
      preproc = '#[[:alpha:]]+\>'
      string delim '#"{3}' '"{3}#' multiline
      string delim '#"' '"#'
      environment string delim "\"\"\"" "\"\"\"" multiline begin
        specialchar = '\\(u\{[[:xdigit:]]+\}|\([^\x28\x29]*(\([^\x28\x29]*\)[^\x28\x29]*)*\)|.)'
      end
      environment string delim "\"" "\"" begin
        specialchar = '\\(u\{[[:xdigit:]]+\}|\([^\x28\x29]*(\([^\x28\x29]*\)[^\x28\x29]*)*\)|.)'
      end
      variable = '\$[[:word:]]+'
      """#,
    quotes: []
  ).text
}

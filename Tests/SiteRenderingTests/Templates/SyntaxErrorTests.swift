import DocgenGround
import DocgenSiteRendering
import Testing

/// A malformed template and all that must be said about it.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let template: String
  let expected: [String]

  init(_ rule: String, _ template: String, _ expected: String...) {
    self.rule = rule
    self.template = template
    self.expected = expected
  }

  var testDescription: String { rule }
}

@Suite struct SyntaxErrorTests {
  static let unclosedTagCases = [
    SyntaxCase(
      "at the end of the text", "a\n b {{title", "2:4-2:11 unclosed tag '{{title'; end it with '}}'"
    ),
    SyntaxCase("without anything in it", "{{", "1:1-1:3 unclosed tag '{{'; end it with '}}'"),
    SyntaxCase(
      "before another tag", "{{title\n{{x}}", "1:1-1:8 unclosed tag '{{title'; end it with '}}'"),
    SyntaxCase(
      "with one brace too few", "é{{x} {{y}}", "1:3-1:7 unclosed tag '{{x}'; end it with '}}'"),
    SyntaxCase(
      "three braces closed by two", "{{{x}} {{y}}",
      "1:1-1:7 unclosed tag '{{{x}}'; end it with '}}}'"),
    SyntaxCase("a comment", "a {{! note\n", "1:3-1:6 unclosed tag '{{!'; end it with '}}'"),
    SyntaxCase(
      "with other delimiters", "{{=<% %>=}}\n<%x", "2:1-2:4 unclosed tag '<%x'; end it with '%>'"),
    SyntaxCase(
      "a section, without complaint about its closing tag", "{{#on x {{/on}}",
      "1:1-1:6 unclosed tag '{{#on'; end it with '}}'"),
    SyntaxCase(
      "several", "{{a\n{{b\n{{c}}", "1:1-1:4 unclosed tag '{{a'; end it with '}}'",
      "2:1-2:4 unclosed tag '{{b'; end it with '}}'"),
  ]

  static let nameCases = [
    SyntaxCase(
      "an empty tag", "a {{}}", "1:3-1:7 the tag '{{}}' has no name; give it one or remove it"),
    SyntaxCase(
      "spaces only", "{{  }}", "1:1-1:7 the tag '{{ }}' has no name; give it one or remove it"),
    SyntaxCase(
      "three braces", "{{{ }}}", "1:1-1:8 the tag '{{{ }}}' has no name; give it one or remove it"),
    SyntaxCase(
      "a section and its end", "{{#}}{{/}}",
      "1:1-1:6 the tag '{{#}}' has no name; give it one or remove it",
      "1:6-1:11 the tag '{{/}}' has no name; give it one or remove it"),
    SyntaxCase(
      "a partial", "{{>}}", "1:1-1:6 the tag '{{>}}' has no name; give it one or remove it"),
    SyntaxCase(
      "white space in a name", "{{page\n title}}",
      "1:1-2:9 white space in the name 'page title'; write the name as one word"),
    SyntaxCase(
      "two dots", "{{a..b}}",
      "1:1-1:9 the name 'a..b' has an empty part; write one dot between two names"),
    SyntaxCase(
      "a leading dot", "{{#.a}}{{/.a}}",
      "1:1-1:8 the name '.a' has an empty part; write one dot between two names"),
    SyntaxCase(
      "a trailing dot", "{{a.}}",
      "1:1-1:7 the name 'a.' has an empty part; write one dot between two names"),
  ]

  static let delimiterCases = [
    SyntaxCase(
      "one only", "a {{=<%=}}",
      "1:3-1:11 malformed delimiters '{{=<%=}}'; write two of them with a space between, on one line, like '{{=<% %>=}}'"
    ),
    SyntaxCase(
      "none", "{{==}}",
      "1:1-1:7 malformed delimiters '{{==}}'; write two of them with a space between, on one line, like '{{=<% %>=}}'"
    ),
    SyntaxCase(
      "three", "{{=a b c=}}",
      "1:1-1:12 malformed delimiters '{{=a b c=}}'; write two of them with a space between, on one line, like '{{=<% %>=}}'"
    ),
    SyntaxCase(
      "an equals sign in one", "{{=<= =>=}}",
      "1:1-1:12 malformed delimiters '{{=<= =>=}}'; write two of them with a space between, on one line, like '{{=<% %>=}}'"
    ),
    SyntaxCase(
      "no equals sign at the end", "{{=<% %>}}\n{{=| |=}}|}",
      "1:1-1:6 malformed delimiters '{{=<%'; write two of them with a space between, on one line, like '{{=<% %>=}}'",
      "2:10-2:12 unclosed tag '|}'; end it with '|'"),
    SyntaxCase(
      "with other delimiters", "{{=<% %>=}}<%=x=%>",
      "1:12-1:19 malformed delimiters '<%=x=%>'; write two of them with a space between, on one line, like '<%=<% %>=%>'"
    ),
  ]

  static let matchingCases = [
    SyntaxCase(
      "an unclosed section", "a\n  {{# on }}\nb",
      "2:3-2:12 unclosed tag '{{#on}}'; close it with '{{/on}}'"),
    SyntaxCase(
      "an unclosed inverted section", "{{^on}}",
      "1:1-1:8 unclosed tag '{{^on}}'; close it with '{{/on}}'"),
    SyntaxCase(
      "an unclosed block", "{{$on}}", "1:1-1:8 unclosed tag '{{$on}}'; close it with '{{/on}}'"),
    SyntaxCase(
      "an unclosed parent", "{{<on}}", "1:1-1:8 unclosed tag '{{<on}}'; close it with '{{/on}}'"),
    SyntaxCase(
      "an unclosed section with other delimiters", "{{=<% %>=}}<%#on%>",
      "1:12-1:19 unclosed tag '<%#on%>'; close it with '<%/on%>'"),
    SyntaxCase(
      "an unclosed section in a closed one", "{{#a}}\n{{#b}}\n{{#c}}\n{{/a}}",
      "2:1-2:7 unclosed tag '{{#b}}'; close it with '{{/b}}' [4:1-4:7 '{{/a}}' closes what is around it here]",
      "3:1-3:7 unclosed tag '{{#c}}'; close it with '{{/c}}' [4:1-4:7 '{{/a}}' closes what is around it here]"
    ),
    SyntaxCase(
      "a closing tag alone", "a\n{{/on}}",
      "2:1-2:8 '{{/on}}' closes nothing; remove it, or open it with '{{#on}}'"),
    SyntaxCase(
      "a closing tag too many", "{{#a}}{{/b}}{{/a}}",
      "1:7-1:13 '{{/b}}' closes nothing; remove it, or open it with '{{#b}}'"),
    SyntaxCase(
      "a misspelt closing tag", "{{#pages}}\n x {{/page}}\n",
      "2:4-2:13 '{{/page}}' does not close '{{#pages}}'; write '{{/pages}}' [1:1-1:11 '{{#pages}}' is opened here]"
    ),
    SyntaxCase(
      "a misspelt closing tag in a closed section", "{{#a}}{{#b}}{{/c}}{{/a}}",
      "1:13-1:19 '{{/c}}' does not close '{{#b}}'; write '{{/b}}' [1:7-1:13 '{{#b}}' is opened here]"
    ),
    SyntaxCase(
      "sections that cross", "{{#a}}{{#b}}{{/a}}{{/b}}",
      "1:7-1:13 unclosed tag '{{#b}}'; close it with '{{/b}}' [1:13-1:19 '{{/a}}' closes what is around it here]",
      "1:19-1:25 '{{/b}}' closes nothing; remove it, or open it with '{{#b}}'"),
    SyntaxCase(
      "a long name is cut short", "{{#\(String(repeating: "a", count: 70))}}",
      "1:1-1:76 unclosed tag '{{#\(String(repeating: "a", count: 60))…}}'; close it with '{{/\(String(repeating: "a", count: 60))…}}'"
    ),
    SyntaxCase(
      "problems of both kinds come in the order of the text", "{{#a}}\n{{}}\n{{/b}}\n{{x",
      "2:1-2:5 the tag '{{}}' has no name; give it one or remove it",
      "3:1-3:7 '{{/b}}' does not close '{{#a}}'; write '{{/a}}' [1:1-1:7 '{{#a}}' is opened here]",
      "4:1-4:4 unclosed tag '{{x'; end it with '}}'"),
  ]

  @Test(arguments: unclosedTagCases) func unclosedTag(_ example: SyntaxCase) { check(example) }
  @Test(arguments: nameCases) func name(_ example: SyntaxCase) { check(example) }
  @Test(arguments: delimiterCases) func delimiters(_ example: SyntaxCase) { check(example) }
  @Test(arguments: matchingCases) func matching(_ example: SyntaxCase) { check(example) }

  private func check(_ example: SyntaxCase) {
    let library = TemplateLibrary(main: example.template)
    #expect(library.diagnostics.map(described) == example.expected)
    #expect(library.diagnostics.allSatisfy { $0.id == .templateSyntax && $0.severity == .error })
    #expect(library.diagnostics.allSatisfy { $0.location.file == "main.mustache" })
    #expect(library.render("main", with: [:], for: .page).text.isEmpty)
  }

  /// `range message [range note]`.
  private func described(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { " [\(range(of: $0.location)) \($0.text)]" }
    return "\(range(of: diagnostic.location)) \(diagnostic.message.text)\(notes.joined())"
  }

  private func range(of location: DocgenGround.SourceLocation?) -> String {
    location?.range.map(String.init(describing:)) ?? "nowhere"
  }
}

import DocgenGround
import Testing

/// Swift is read without a compiler: what is code in it, and where statements end.
@Suite struct SwiftTokensTests {
  @Test(arguments: [
    ("@main struct A {}", true), ("@available(macOS 10, *) @main struct A {}", true),
    ("@mainly", false), ("// @main", false), ("/* /* */ @main */ print(1)", false),
    ("print(\"@main\")", false), ("print(\"\"\"\n@main\n\"\"\")", false),
    ("print(\"a\\\"@main\")", false), ("print(#\"a\"@main\"#)", false),
    ("print(\"\\(f(\"x\"))\")\n@main", true), ("let open = \"\n@main struct A {}", true),
    ("/* open @main", false), ("\"", false), ("\\(", false),
    ("#if canImport(UIKit)\n@main struct A {}\n#else\nprint(1)\n#endif", false),
    ("#if os(iOS) || os(macOS)\n#if DEBUG\n@main struct A {}\n#endif\n#endif", false),
    ("#if swift(>=6) && os(iOS)\n@main struct A {}\n#endif", false),
    ("#if os(iOS)\n#elseif os(Linux)\n@main struct A {}\n#endif", true),
    ("#if os(iOS)\n#else\n@main struct A {}\n#endif", true),
    ("#if os(iOS) || DEBUG\n@main struct A {}\n#endif", true),
    ("#if !os(iOS)\n@main struct A {}\n#endif\n#endif", true),
    ("#if os(iOS)\n#endif\n@main struct A {}", true),
  ])
  func attributesAreFoundInCode(_ text: String, _ isThere: Bool) {
    #expect(SwiftTokens(text).contains(attribute: "main") == isThere)
  }

  /// Brackets and quotes in patterns are none of the code's.
  @Test(arguments: [
    ("let a = /\\(/", "let a = \"\""), ("f(/[{\"]/, b)", "f(\"\", b)"),
    ("return /{/", "return \"\""), ("let a = b / c / d", "let a = b / c / d"),
    ("a[0]/2 + f()/3", "a[0]/2 + f()/3"), ("let a = #/(\"/#.b", "let a = \"\".b"),
    ("#/\n{\n/#", "\"\n\n\""), ("x.map { $0 / 2 }", "x.map { $0 / 2 }"),
    ("let half = (1 /2", "let half = (1 /2"), ("/a\\/{/", "\"\""), ("let a = /", "let a = /"),
    ("a.reduce(8, /) // b", "a.reduce(8, /)  "), ("[(+), (/), (/)]", "[(+), (/), (/)]"),
    ("a.split(/[)]/) / 2", "a.split(\"\") / 2"), ("(/(a) (/)", "(\"\")"),
    ("func </> (a: A) { a + /{ / }", "func </> (a: A) { a + /{ / }"),
    ("func `log in (twice`() {}", "func `log_in__twice`() {}"), ("let `a\n(", "let `a\n("),
    ("\"a\\(b)c\"", "\"b\""),
  ])
  func patternsAreLeftOut(_ text: String, _ code: String) {
    #expect(SwiftTokens(text).code == code)
    #expect(!SwiftTokens(text).endsInside)
  }

  @Test(arguments: [
    ("do { try f() }", "catch { g() }"), ("if a { b() }", "\n  else {"), ("let a = b", "  ?? c"),
    ("let a = b", "? 1 : 2"), ("let a = b", ".c()"), ("f { }", "{ g() }"),
    ("f { a() }", "onError: {"),
    ("repeat { a {} }", "while b"), ("let a =", "b"), ("let a = b ||", "c"), ("a,", "b"),
    ("public", "struct A {}"), ("if", "a {}"), ("import", "Foundation"),
    ("let a = try", "b()"), ("@MainActor", "func f() {}"), ("@available(iOS 17, *)", "func f() {}"),
    ("f(", ")"), ("for a in 0 ..<", "9 {}"), ("let a = b ...", "c"), ("/* a", "*/"),
    ("#if DEBUG", "a()"), ("func f()", "-> Int {"),
    ("func f() ->", "Int {}"), ("func f<A>(a: A)", "where A: B {}"), ("let a = b", "as? C"),
  ])
  func statementsGoOn(_ text: String, _ next: String) {
    let (before, following) = (SwiftTokens(text), SwiftTokens(next))
    #expect(!before.endsStatement || !following.beginsStatement(after: before))
  }

  @Test(arguments: [
    ("let a = \"b\"", "print(a)"), ("let a = /b/", "-1"), ("a!", "b"), ("a? .b?", "!c"), ("", "a"),
    ("while a { b() }", "while c {}"), ("repeat {} while a", "while b {}"), ("a()", "// ?? b"),
    ("a()", "loop: while b {}"), ("f { }", "loop: for a in b {}"), ("@State var a = b()", "c"),
    ("x += 1", "&y"), ("a()", "elsewhere()"), ("retry", "a"), ("let a = b // =", "c"),
    ("let a = B.public", "c"), ("let a = b?.in", "c"),
    ("f(/)", "g()"), ("infix operator </>", "a()"), ("prefix operator !", "a()"),
  ])
  func statementsEnd(_ text: String, _ next: String) {
    let (before, following) = (SwiftTokens(text), SwiftTokens(next))
    #expect(before.endsStatement && following.beginsStatement(after: before))
  }

  /// Each of these makes a parser slow, or ends it.
  @Test func hostileTextIsReadToo() {
    let open = String(repeating: "\"\\(", count: 100_000)
    let hashes = String(repeating: "#", count: 200_000)
    for text in [
      String(repeating: "/\\", count: 100_000), String(repeating: "(/ ", count: 100_000),
      open, hashes, hashes + "\"", "#\"" + hashes, String(repeating: "/*", count: 99_999),
    ] {
      #expect(SwiftTokens("@main " + text).contains(attribute: "main"))
    }
  }

  @Test(
    arguments: [
      ("a\n// b\nc", []), ("a \"\"\"\nb\n\"\"\"\nc", [1, 2]), ("/*\na */\nb", [1]),
      ("#/\n/#\na", [1]),
      ("\"\"\"\n\\(f(\na))\n\"\"\"", [1, 3]),
    ] as [(String, Set<Int>)])
  func linesThatBeginInsideAreKnown(_ text: String, _ lines: Set<Int>) {
    #expect(SwiftTokens(text).linesInside == lines)
  }
}

import DocgenGround
import DocgenSiteRendering
import DocgenTestSupport
import Testing

extension SeededGenerator {
  /// Up to `length` pieces in a row.
  fileprivate mutating func text(of pieces: [String], length: Int) -> String {
    (0..<Int.random(in: 0...length, using: &self))
      .map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }
}

@Suite struct RandomTemplateTests {
  static let words = [
    "a", "b", " ", "  ", "\t", "\n", "\n\n", "}", "}}", "=", "é", "😀", "\u{301}", "<&>", "x",
  ]
  static let tags = [
    "{{", "{{{", "}}", "}}}", "{{a}}", "{{{b}}}", "{{&a}}", "{{.}}", "{{#a}}", "{{#b}}", "{{^a}}",
    "{{/a}}", "{{/b}}",
    "{{>a}}", "{{<a}}", "{{$a}}", "{{$b}}", "{{!", "{{! }}",
    "{{=| |=}}", "|={{ }}=|",
    "{{=", "=}}", "|#a|", "|/a|", ".", "#", "{",
  ]
  static let data: TemplateValue = [
    "a": ["b": "a", "x": [1, 2]], "b": "main", "x": [["a": true], nil],
  ]

  /// Any text at all is parsed and rendered, its problems lie within it, and twice is the same.
  @Test(arguments: 0..<20 as Range<UInt64>) func anyTextIsParsed(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let main = random.text(of: Self.words + Self.tags, length: 40)
      let other = random.text(of: Self.words + Self.tags, length: 20)
      let library = TemplateLibrary(main: main, ["a": other])
      let files = ["main.mustache": main, "a.mustache": other].mapValues {
        SourceFile(path: "", text: $0)
      }
      for diagnostic in library.diagnostics {
        #expect(isInside(diagnostic.location, of: files), "\(main.debugDescription)")
      }
      let rendering = library.render("main", with: Self.data, for: .page)
      #expect(library.render("main", with: Self.data, for: .page) == rendering)
    }
  }

  /// A template whose tags are in order has no problem.
  @Test(arguments: 0..<10 as Range<UInt64>) func orderlyTextHasNoProblem(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let main = orderly(depth: 4, using: &random)
      let library = TemplateLibrary(main: main, ["a": orderly(depth: 2, using: &random)])
      #expect(library.diagnostics.isEmpty, "\(main.debugDescription)")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func textWithoutTagsStays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = random.text(of: Self.words + ["{ ", "{x}", "{\n"], length: 60)
      let library = TemplateLibrary(
        main: text, ["outer": "{{>main}}", "block": "{{$a}}\(text){{/a}}."])
      #expect(library.diagnostics.isEmpty)
      #expect(library.render("main", with: Self.data, for: .page).text == text)
      #expect(library.render("outer", with: Self.data, for: .page).text == text)
    }
  }

  private func orderly(depth: Int, using random: inout SeededGenerator) -> String {
    let before = random.text(of: Self.words, length: 4)
    guard depth > 0 else { return before + "{{a.x}}" }
    let openings = ["{{#x}}": "x", "{{^x}}": "x", "{{$t}}": "t", "{{<a}}": "a"]
    let (opening, name) =
      openings.sorted { $0.key < $1.key }.randomElement(using: &random) ?? ("{{#x}}", "x")
    let inside = (0..<2).map { _ in orderly(depth: depth - 1, using: &random) }
    return before + opening + inside.joined() + "{{/\(name)}}"
      + random.text(of: Self.words, length: 4)
  }

  private func isInside(_ location: DocgenGround.SourceLocation, of files: [String: SourceFile])
    -> Bool
  {
    guard let range = location.range, let file = files[location.file] else { return false }
    return range.start < range.end && isInside(range.start, of: file)
      && isInside(range.end, of: file)
  }

  private func isInside(_ position: SourcePosition, of file: SourceFile) -> Bool {
    (1...file.lines.count).contains(position.line)
      && (1...file.line(position.line).utf8.count + 1).contains(position.column)
  }
}

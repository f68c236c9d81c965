import DocgenHTMLParsing
import Testing

@Suite struct HTMLTreeTests {
  @Test func elementsHaveTheirPlaces() {
    let html = "é<a  HREF='x&amp;y' id=top>b</a><img src=\"a>b.png\" alt><p>open"
    let elements = HTMLTree(parsing: html).elements
    let bytes = Array(html.utf8)
    func text(_ range: Range<Int>?) -> String {
      range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }
    #expect(elements.map(\.name) == ["a", "img", "p"])
    #expect(text(elements[0].startTag) == "<a  HREF='x&amp;y' id=top>")
    #expect(text(elements[0].end) == "</a>")
    #expect(elements[0].attributes == ["href": "x&y", "id": "top"])
    #expect(elements[1].attributes == ["src": "a>b.png", "alt": ""])
    #expect(elements[2].end == nil)
  }

  @Test(arguments: [
    ("<b><i>x</i></b>", ["b", "i"]), ("<script>a</b>", []), ("<svg><path d=x /></svg>", ["svg"]),
    ("<table><tr><td>1<td>2</table>", ["table"]), ("<div><p></div>", ["div"]), ("</p>", []),
    ("<details><summary>a</summary></details>", ["details", "summary"]),
    ("<html><body><p></p></body></html>", ["html", "body", "p"]),
  ])
  func knowsWhatIsClosed(_ html: String, _ closed: [String]) {
    let elements = HTMLTree(parsing: html).elements
    #expect(elements.filter { $0.isClosed }.map(\.name) == closed)
  }

  @Test func anOuterElementEndsInnerOnes() {
    let elements = HTMLTree(parsing: "<div><blockquote></div></blockquote>").elements
    #expect(elements.map(\.end) == [17..<23, 17..<23])
    #expect(elements.map(\.isClosed) == [true, false])
  }

  @Test func commentsAndScriptsContainNoElements() {
    let tree = HTMLTree(parsing: "<!-- <b> --><script><b></script><!-- open <i>")
    #expect(tree.elements.map(\.name) == ["script"])
  }

  @Test func knowsGraphics() {
    let elements = HTMLTree(parsing: "<svg><linearGradient/></svg><my-x></my-x>").elements
    #expect(elements.map(\.name) == ["svg", "lineargradient", "my-x"])
    #expect(elements.map(\.isForeign) == [true, true, false])
  }
}

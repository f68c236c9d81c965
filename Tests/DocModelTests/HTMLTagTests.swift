import DocgenDocModel
import DocgenGround
import Testing

@Suite struct HTMLTagTests {
  @Test func findsTagsAndAttributes() throws {
    let html = #"x <a href="a b" ID='q' checked data-x=1/>y</a><!-- <b> --> <IMG src=p.png>"#
    let tags = HTMLTag.startTags(in: html)
    #expect(tags.map(\.name) == ["a", "img"])
    let link = try #require(tags.first)
    #expect(link["href"] == "a b")
    #expect(link["id"] == "q")
    #expect(link["checked"] == "")
    #expect(link["nothing"] == nil)
    #expect(tags[1]["src"] == "p.png")
    let range = try #require(link.attributes.first).valueRange
    #expect(String(decoding: Array(html.utf8)[range], as: UTF8.self) == "a b")
  }

  @Test(arguments: ["<", "<a", "<a href", "<a href=", "<a href=\"", "a < b", "<1>"])
  func passesOverWhatIsNoTag(_ html: String) {
    #expect(HTMLTag.startTags(in: html).isEmpty)
  }

  @Test(arguments: [
    ("<clientId>", true), ("</clientId>", true), ("<div class=x>", false),
    ("<client-id>", true), ("<My-Element></My-Element>", false), ("<my-element/>", false),
    ("<svg><filter></filter></svg>", false), ("<filter>", true),
  ])
  func tellsPlaceholdersFromElements(_ html: String, _ isPlaceholder: Bool) {
    #expect(HTMLTag.tags(in: html).contains { $0.isPlaceholder(in: html) } == isPlaceholder)
  }

  @Test func knowsWhatEnds() {
    let tags = HTMLTag.tags(in: "<a id=x/><a id='x'/><br/></a ><script><b></SCRIPT><i><!-- <b>")
    #expect(tags.map(\.name) == ["a", "a", "br", "a", "script", "script", "i", "!--"])
    #expect(tags.map(\.isUnfinished) == [false, false, false, false, false, false, false, true])
    #expect(tags.map(\.isEnd) == [false, false, false, true, false, true, false, false])
    #expect(tags.map(\.isSelfClosed) == [false, true, true, false, false, false, false, false])
  }

  /// In the HTML standard, too, the text ends in such a tag.
  @Test func readsATagWithoutAnEndOnce() {
    let tags = HTMLTag.tags(in: String(repeating: "<a ", count: 100_000))
    #expect(tags.map(\.name) == ["a"] && tags[0].isUnfinished)
  }

  @Test func resolvesReferences() {
    let tag = HTMLTag.startTags(in: "<a href='a&amp;b&#46;md&#x3F;&copy;&lt'>").first
    #expect(tag?["href"] == "a&b.md?&copy;&lt")
  }

  @Test func findsItsPlaceInAList() {
    let file = SourceFile(path: "a.md", text: "> - <div>\n>   <b><b>x</b>\n")
    let tags = HTMLTag.tags(in: "<div>\n<b><b>x</b>\n")
    let start = SourcePosition(line: 1, column: 5)
    let locations = HTMLTagLocations(in: "<div>\n<b><b>x</b>\n", from: start, of: file)
    #expect(
      tags.map { "\(locations.range(of: $0))" }
        == ["1:5-1:10", "2:5-2:8", "2:8-2:11", "2:12-2:16"])
  }
}

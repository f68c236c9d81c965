import DocgenDocModel
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

  @Test(arguments: ["<", "<a", "<a href", "<a href=", "<a href=\"", "<!--", "a < b", "</a>", "<1>"])
  func passesOverWhatIsNoTag(_ html: String) {
    #expect(HTMLTag.startTags(in: html).isEmpty)
  }

  @Test func tellsPlaceholdersFromElements() {
    #expect(HTMLElements.placeholder(in: "<clientId>") == "clientId")
    #expect(HTMLElements.placeholder(in: "<div class=x>") == nil)
    #expect(HTMLElements.placeholder(in: "<my-element>") == nil)
    #expect(HTMLElements.placeholder(in: "</clientId>") == nil)
  }
}

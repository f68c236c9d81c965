import Testing

@testable import DocgenSiteRendering

@Suite struct SitePathTests {
  @Test(arguments: [
    ("index.html", "index.html", "index.html"), ("index.html", "a/b.html", "a/b.html"),
    ("a/b/c.html", "a/b/d.html", "d.html"), ("a/b/c.html", "a/d.html", "../d.html"),
    ("a/b/c.html", "index.html", "../../index.html"), ("ab/x.html", "ac/y.html", "../ac/y.html"),
    ("a/x.html", "a/x/y.html", "x/y.html"), ("x.html", "a b/é?#.html", "a%20b/%C3%A9%3F%23.html"),
    ("é/x.html", "é/y.html", "y.html"), ("é/x.html", "è/y.html", "../%C3%A8/y.html"),
    ("x.html", "a:b.html", "./a:b.html"), ("x.html", "@[`{.html", "@%5B%60%7B.html"),
  ])
  func refersFromOneFileToAnother(_ file: String, _ target: String, _ reference: String) {
    #expect(SitePath.reference(from: file, to: target) == reference)
  }

  @Test(arguments: [
    ("a/b.html", "a/b.html"), ("/a/", "a/index.html"), ("", "index.html"), ("/", "index.html"),
    ("é/ü.html", "é/ü.html"), ("25% of/a.html", "25% of/a.html"),
  ])
  func takesPermalinksVerbatim(_ permalink: String, _ file: String) {
    #expect(SitePath.file(ofPermalink: permalink) == file)
  }

  @Test(arguments: [
    "../a", "a/../b", "a//b", "./a", "a/.", "a\\b", "a\u{0}b", "//host/a", "a\nb", "a/%2e%2E/b",
  ])
  func refusesPermalinksThatAreNoPath(_ permalink: String) {
    #expect(SitePath.file(ofPermalink: permalink) == nil)
  }

  @Test(
    arguments: [
      ("b", "a", "a/b"), ("../b", "a", "b"), ("../../b", "a", nil), ("/b/", "a", "b/"),
      ("./b/../c", "", "c"), ("..", "a/b", "a/"),
    ] as [(String, String, String?)])
  func resolvesWithoutLeavingTheSite(_ path: String, _ folder: String, _ resolved: String?) {
    #expect(SitePath.resolve(path, against: folder.split(separator: "/")) == resolved)
  }
}

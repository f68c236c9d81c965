import Testing

@testable import DocgenSiteRendering

@Suite struct PathIndexTests {
  private let index = PathIndex(["guides/login", "guides/log-out", "lab/login", "index"])

  @Test func findsPathsByTheirEnd() {
    #expect(index.paths(endingIn: "log-out") == ["guides/log-out"])
    #expect(index.paths(endingIn: "login").sorted() == ["guides/login", "lab/login"])
    #expect(index.paths(endingIn: "ides/login").isEmpty)
  }

  @Test(arguments: [
    ("guides/lgoin", "guides/login"), ("gides/log-out", "guides/log-out"), ("guides/tokens", nil),
    ("gides/lo", nil), ("other/login", nil), ("login", nil), ("guide", "guides"), ("g", nil),
  ])
  func findsWhatIsMisspelt(_ path: String, _ nearest: String?) {
    #expect(index.nearest(to: path) == nearest)
  }
}

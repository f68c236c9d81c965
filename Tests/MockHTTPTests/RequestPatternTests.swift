import DocgenMockHTTP
import DocgenTestSupport
import Testing

@Suite(.fewAtOnce) struct RequestPatternTests {
  @Test(
    arguments: [
      ("*", "/anything", true), ("/db/doc", "/db/doc", true), ("/db/doc", "/db/doc2", false),
      ("/db/*", "/db/a/b", true), ("/db/*", "/other", false), ("/db/*", "/db/", true),
      ("*/_session", "/db/_session", true), ("*/_session", "/db/_session/x", false),
      ("/*/_changes", "/db/_changes", true), ("/a*b*c", "/axxbyyc", true),
      ("/a*b*c", "/axxbyy", false), ("", "", true), ("", "/", false), ("**", "", true),
      ("/a*aab", "/aaaaab", true),
    ])
  func matchesPaths(_ pattern: String, _ path: String, _ expected: Bool) {
    #expect(RequestPattern(nil, pattern).matches(method: "GET", path: path) == expected)
  }

  @Test func matchesMethods() {
    #expect(RequestPattern().matches(method: "PUT", path: "/"))
    #expect(RequestPattern("PUT", "/x").matches(method: "PUT", path: "/x"))
    #expect(!RequestPattern("PUT", "/x").matches(method: "GET", path: "/x"))
  }

  @Test func manyStarsTakeNoTimeWithoutEnd() {
    let pattern = RequestPattern(nil, String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(method: "GET", path: String(repeating: "a", count: 2_000)))
  }

  private struct Entry: RecordedRequest {
    var method: String
    var path: String
    var status: Int
  }

  private let log = [
    Entry(method: "GET", path: "/db/a", status: 404),
    Entry(method: "PUT", path: "/db/a", status: 201),
    Entry(method: "PUT", path: "/db/b", status: 201),
  ]

  @Test func expectsCounts() throws {
    #expect(try log.expect(count: 2, "PUT").map(\.path) == ["/db/a", "/db/b"])
    try log.expect(count: 1, nil, "/db/a", status: 404)
    try log.expect(count: 3)
    let error = #expect(throws: UnexpectedRequests.self) {
      try log.expect(count: 1, "PUT", "/db/*", status: 201)
    }
    #expect(
      error?.description == """
        expected 1 of PUT /db/* → 201, found 2 in:
          GET /db/a 404
          PUT /db/a 201
          PUT /db/b 201
        """)
  }

  @Test func expectsAnOrder() throws {
    try log.expect(inOrder: RequestPattern("GET"), RequestPattern("PUT", "/db/b"))
    let error = #expect(throws: UnexpectedRequests.self) {
      try log.expect(inOrder: RequestPattern("PUT", "/db/b"), RequestPattern("GET"))
    }
    #expect(error?.description.hasPrefix("expected GET * after PUT /db/b in:") == true)
    let empty: [Entry] = []
    #expect(throws: UnexpectedRequests(description: "expected any method * first in an empty log"))
    {
      try empty.expect(inOrder: RequestPattern())
    }
  }
}

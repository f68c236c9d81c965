import DocgenMockHTTP
import Foundation
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (2_000_000_000, "Wed, 18 May 2033 03:33:20 GMT"),
  ])
  func field(seconds: Double, text: String) {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test func goTime() {
    let date = Date(timeIntervalSince1970: 1.25)
    #expect(HTTPDate.rfc3339(date, hasFraction: true) == "1970-01-01T00:00:01.25Z")
    #expect(HTTPDate.rfc3339(date, hasFraction: false) == "1970-01-01T00:00:01Z")
  }
}

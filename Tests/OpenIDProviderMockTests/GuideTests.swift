import DocgenClocks
import DocgenMockHTTP
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

/// The guide to the provider lists exactly what the provider has.
@Suite(.fewAtOnce) struct GuideTests {
  /// Returns the rows of a table of the guide: the code in the first cell, and that in the second.
  private func table(under heading: String) throws -> [(names: [String], values: [String])] {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../content/lab/provider.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: " | ", omittingEmptySubsequences: false)
      return (Self.code(in: cells[0]), Self.code(in: cells[1]))
    }
  }

  private static func code(in cell: Substring) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
  }

  @Test("its endpoints, with their methods, are the provider's")
  func endpoints() async throws {
    let listed = try table(under: "Path").map { row in
      "\(row.names[0]) \(row.values.joined(separator: " "))"
    }
    try await Stage.open { stage in
      var served: [String] = []
      for endpoint in Endpoint.allCases {
        let answer = try await stage.browser.get(endpoint.path, method: "OPTIONS")
        // Only flavours serve this endpoint.
        if answer.status == 404 { continue }
        let allowed = try answer.header("Allow").orThrow().split(separator: ", ")
        let methods = allowed.filter { $0 != "HEAD" && $0 != "OPTIONS" }
        served.append("\(endpoint.path) \(methods.joined(separator: " "))")
      }
      #expect(listed == served)
    }
  }

  @Test("its wrong tokens are the provider's")
  func wrongTokens() throws {
    let listed = try table(under: "Name").flatMap(\.names)
    #expect(Set(listed) == Set(IDTokenFault.allCases.map(\.rawValue)))
    #expect(listed.count == IDTokenFault.allCases.count)
  }

  @Test("its keys of an issuer and of a client are known, and others are not")
  func keys() throws {
    for (heading, place) in [
      ("Key of an issuer", #"{"issuers": {"/": {"KEY": null}}}"#),
      ("Key of a client", #"{"issuers": {"/": {"clients": [{"KEY": null}], "users": []}}}"#),
    ] {
      let keys = try table(under: heading).flatMap(\.names)
      #expect(keys.count > 8)
      for key in keys + ["no_such_key"] {
        let problems = ProviderConfiguration.check(place.replacing("KEY", with: key))
        let isUnknown = problems.contains { $0.message.hasPrefix("unknown key") }
        #expect(isUnknown == (key == "no_such_key"), "\(key)")
      }
      let message = try #require(
        ProviderConfiguration.check(place.replacing("KEY", with: "qqqqqqqq")).map(\.message)
          .first { $0.contains("known are") })
      let list = try #require(message.split(separator: "known are").last)
      let known = list.matches(of: /'(\w+)'/).map { String($0.output.1) }
      #expect(Set(known) == Set(keys))
    }
  }

  @Test("its controls are the provider's")
  func controls() async throws {
    let listed = try table(under: "Request").flatMap(\.names)
    #expect(listed.count > 20)
    try await Stage.open { stage in
      let control = try await ProviderControl.open(stage.provider)
      for request in listed + ["GET /nothing"] {
        let words = request.split(separator: " ").map(String.init)
        let reply = try await Browser(control).send(
          words[0], words[1], json: words[0] == "GET" ? "" : "{}", headers: [:])
        let isUnknown = reply.body.contains("among the controls")
        #expect(isUnknown == (request == "GET /nothing"), "\(request): \(reply.body)")
      }
      await control.close()
    }
  }
}

import DocgenTestSupport
import Foundation
import Testing

@testable import SyncGatewayMock

/// The guide to the gateway lists exactly its routes.
@Suite(.fewAtOnce) struct GuideTests {
  /// Returns the rows of the table, as `GET HEAD /path|port`.
  private func listed() throws -> [String] {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../content/lab/gateway.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| Request | Port |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells[0].replacing("`", with: "") + "|" + cells[1]
    }
  }

  private func row(_ route: Route) -> String {
    let port =
      switch route.ports {
      case .both: "both"
      case .publicOnly: "public"
      case .adminOnly: "admin"
      }
    let since = route.since.map { ", \($0.rawValue)" } ?? ""
    return route.methods.joined(separator: " ") + " \(route.path.text)|\(port)\(since)"
  }

  @Test func listsEveryRoute() throws {
    let listed = try listed()
    let served = RequestDispatcher.routes.map(row)
    #expect(listed.count == Set(listed).count, "no row occurs twice")
    for row in served {
      #expect(listed.contains(row), "content/lab/gateway.md has no row for \(row)")
    }
    for row in listed { #expect(served.contains(row), "there is no route for \(row)") }
  }

  @Test func listsEveryFault() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../content/lab/gateway.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    for fault in [".status(", ".delay(", ".droppedBefore", ".droppedAfter", ".truncated("] {
      #expect(text.contains("| `\(fault)"), "\(fault) is not in the table")
    }
  }
}

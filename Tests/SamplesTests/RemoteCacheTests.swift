import DocModel
import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import Samples

/// A cache that machines share, over a real socket, and everything that can be wrong with it.
@Suite(.fewAtOnce) struct RemoteCacheTests {
  /// A server that keeps what is put into it.
  private final class Store: Sendable {
    let files = Mutex<[String: [UInt8]]>([:])

    func answer(_ request: HTTPRequest) -> HTTPResponse {
      files.withLock { files in
        switch request.method {
        case "PUT":
          files[request.path] = request.body
          return HTTPResponse(status: 201)
        case "GET":
          return files[request.path].map { HTTPResponse(status: 200, body: $0) }
            ?? HTTPResponse(status: 404)
        default: return HTTPResponse(status: 405)
        }
      }
    }

    func change(_ folder: String, _ body: @Sendable ([UInt8]) -> [UInt8]?) {
      files.withLock { files in
        for path in files.keys where path.hasPrefix(folder) {
          files[path] = files[path].flatMap(body)
        }
      }
    }
  }

  private let page = samples(
    "```swift runnable\nprint(\"one\")\n```\n\n```swift runnable\nlet wrong: Int = \"\"\n```\n")

  private func build(_ port: UInt16) async throws -> SampleReport {
    let site = try TestSite()
    defer { site.remove() }
    var environment = site.environment
    environment.remoteCache = URL(string: "http://127.0.0.1:\(port)/cache/")
    return try await SampleEngine(environment: environment).run(page)
  }

  @Test func whatOneMachineDidAnotherTakes() async throws {
    let store = Store()
    let listener = try HTTPListener { store.answer($0) }
    let first = try await build(listener.port)
    #expect(first.summary.compiled == 2)
    #expect(
      store.files.withLock { files in
        files.keys.allSatisfy { $0.hasPrefix("/cache/ac/") || $0.hasPrefix("/cache/cas/") }
      })
    let second = try await build(listener.port)
    #expect(second.summary.cached == 2)
    #expect(second.outcomes.map(\.dump) == first.outcomes.map(\.dump))
    #expect(second.summary.remarks == [])
    await listener.stop()
  }

  @Test(arguments: ["changed", "truncated", "missing", "empty", "mixed up"])
  func aWrongEntryIsNeverBelieved(_ damage: String) async throws {
    let store = Store()
    let listener = try HTTPListener { store.answer($0) }
    let first = try await build(listener.port)
    switch damage {
    case "changed":
      store.change("/cache/cas/") { bytes in
        var bytes = bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
      }
    case "truncated": store.change("/cache/cas/") { Array($0.dropLast()) }
    case "missing": store.change("/cache/cas/") { _ in nil }
    case "empty": store.change("/cache/ac/") { _ in [] }
    default:
      // Every key leads to a blob that is whole, and some other key's.
      store.files.withLock { files in
        let keys = files.keys.filter { $0.hasPrefix("/cache/ac/") }.sorted()
        let values = keys.map { files[$0] }
        for (index, key) in keys.enumerated() { files[key] = values[(index + 1) % values.count] }
      }
    }
    let second = try await build(listener.port)
    #expect(second.summary.compiled == 2)
    #expect(second.outcomes.map(\.dump) == first.outcomes.map(\.dump))
    // And it is put right.
    #expect(try await build(listener.port).summary.cached == 2)
    await listener.stop()
  }

  @Test func aServerInTroubleIsDoneWithout() async throws {
    let listener = try HTTPListener { _ in HTTPResponse(status: 503) }
    let report = try await build(listener.port)
    #expect(report.outcomes.map(\.result) == [.passed, .failed])
    #expect(report.summary.remarks == ["the remote cache is done without: it answers 503"])
    await listener.stop()
    let nobody = try await build(listener.port)
    #expect(nobody.outcomes.map(\.result) == [.passed, .failed])
    #expect(nobody.summary.remarks.count == 1)
  }
}

import DocgenDocModel
import DocgenHTTPServer
import DocgenTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocgenSamples

/// A cache that machines share, over a real socket, and everything that can be wrong with it.
@Suite(.fewAtOnce) struct RemoteCacheTests {
  /// A server that stores what clients put into it.
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

  private func build(_ port: UInt16, _ more: [Sample]? = nil) async throws -> SampleReport {
    let site = try TestSite()
    var environment = site.environment
    environment.remoteCache = URL(string: "http://127.0.0.1:\(port)/cache/")
    return try await SampleEngine(environment: environment).run(more ?? page)
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
      // Every key has a complete blob, but that of another key.
      store.files.withLock { files in
        let keys = files.keys.filter { $0.hasPrefix("/cache/ac/") }.sorted()
        let values = keys.map { files[$0] }
        for (index, key) in keys.enumerated() { files[key] = values[(index + 1) % values.count] }
      }
    }
    let second = try await build(listener.port)
    #expect(second.summary.compiled == 2)
    #expect(second.outcomes.map(\.dump) == first.outcomes.map(\.dump))
    #expect(
      second.summary.remarks
        == (damage == "missing" ? [] : ["2 wrong entries of the remote cache were not used"]))
    // And it is put right.
    let third = try await build(listener.port)
    #expect(third.summary.cached == 2)
    #expect(third.summary.remarks == [])
    await listener.stop()
  }

  @Test(arguments: [401, 403, 405, 507])
  func whereNothingMayBePutThingsAreTaken(_ status: Int) async throws {
    let store = Store()
    let author = try HTTPListener { store.answer($0) }
    let first = try await build(author.port)
    await author.stop()
    let puts = Atomic(0)
    let reader = try HTTPListener { request in
      guard request.method == "PUT" else { return store.answer(request) }
      puts.add(1, ordering: .relaxed)
      return HTTPResponse(
        status: status, headers: status == 401 ? ["WWW-Authenticate": "Basic realm=\"x\""] : [:])
    }
    let second = try await build(
      reader.port, page + samples("```swift runnable\nprint(3)\n```\n", file: "new.md"))
    #expect(second.summary.cached == 2 && second.summary.compiled == 1)
    #expect(second.outcomes.prefix(2).map(\.dump) == first.outcomes.map(\.dump))
    #expect(
      second.summary.remarks == [
        "nothing is put into the remote cache: it responds with \(status) to PUT"
      ])
    #expect(puts.load(ordering: .relaxed) == 1)
    await reader.stop()
  }

  @Test func whatIsTooLargeOrTooSlowIsGivenUp() async throws {
    let large = try HTTPListener { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 65, count: 65 << 20))
    }
    let cache = RemoteCache(
      try #require(URL(string: "http://127.0.0.1:\(large.port)/")), timeout: .seconds(3_600))
    #expect(await cache.value(for: "key") == nil)
    #expect(
      await cache.remarks == [
        "the remote cache is done without: the response is larger than 67108864 bytes"
      ])
    await large.stop()
    let silent = try HTTPListener { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return HTTPResponse(status: 200)
    }
    let waiting = RemoteCache(
      try #require(URL(string: "http://127.0.0.1:\(silent.port)/")), timeout: .milliseconds(100))
    #expect(await waiting.value(for: "key") == nil)
    #expect(
      await waiting.remarks == ["the remote cache is done without: the server took too long"])
    await silent.stop()
  }

  @Test func itFollowsNobodyElsewhere() async throws {
    let listener = try HTTPListener { request in
      request.path.hasPrefix("/cache/")
        ? HTTPResponse(status: 302, headers: ["Location": "/elsewhere"])
        : HTTPResponse(status: 200)
    }
    let report = try await build(listener.port)
    #expect(report.summary.remarks == ["the remote cache is done without: it responds with 302"])
    await listener.stop()
  }

  @Test func aServerInTroubleIsDoneWithout() async throws {
    let listener = try HTTPListener { _ in HTTPResponse(status: 503) }
    let report = try await build(listener.port)
    #expect(report.outcomes.map(\.result) == [.passed, .failed])
    #expect(report.summary.remarks == ["the remote cache is done without: it responds with 503"])
    await listener.stop()
    let nobody = try await build(listener.port)
    #expect(nobody.outcomes.map(\.result) == [.passed, .failed])
    #expect(nobody.summary.remarks.count == 1)
  }
}

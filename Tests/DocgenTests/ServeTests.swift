import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `docgen serve` from outside: a page, a change, a mistake, and what the browser is told.
@Suite(.fewAtOnce) struct ServeTests {
  @Test(.timeLimit(.minutes(20)))
  func showsChangesAndMistakes() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n\nFirst text.\n", to: "content/index.md")
    let server = try ServedSite(root: folder.url)
    defer { server.stop() }
    let address = try #require(try await server.address())
    try await #expect(server.get(address).contains("First text."))

    let events = EventReader(address.appending(path: "_docgen/events"))
    var told = events.pieces.makeAsyncIterator()
    #expect(await told.next() == ": listening\n\n")
    try folder.write("# Home\n\nSecond text, longer.\n", to: "content/index.md")
    #expect(await told.next() == "event: reload\ndata:\n\n")
    try await #expect(server.get(address).contains("Second text"))

    try folder.write("# Home\n\n[broken](gone.md) text.\n", to: "content/index.md")
    let problems = await told.next()
    #expect(
      problems?.contains("data: content/index.md:3:1: error: 'gone.md' leads to no page") == true)
    try await #expect(server.get(address).contains("Second text"), "the last good site stays")
    events.stop()
  }
}

/// A `docgen serve` that runs while the test does.
private struct ServedSite {
  private let program: RunningProgram

  init(root: URL) throws {
    program = try RunningProgram(
      BuiltProducts.folder.appending(path: "docgen"), ["serve", "--root", root.path, "--port", "0"])
  }

  /// The address the program says it serves; `nil` when it ends without saying one.
  func address() async throws -> URL? {
    try await program.first(/serving (http:\/\/\S+\/)/).flatMap { URL(string: String($0.1)) }
  }

  func get(_ url: URL) async throws -> String {
    let (data, _) = try await URLSession(configuration: .ephemeral).data(from: url)
    return String(decoding: data, as: UTF8.self)
  }

  func stop() { program.stop() }
}

/// Reads server-sent events as they come.
private final class EventReader: NSObject, URLSessionDataDelegate {
  let pieces: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let session = Mutex<URLSession?>(nil)

  init(_ url: URL) {
    (pieces, continuation) = AsyncStream.makeStream(of: String.self)
    super.init()
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    session.dataTask(with: url).resume()
    self.session.withLock { $0 = session }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(String(decoding: data, as: UTF8.self))
  }

  func stop() {
    session.withLock { $0 }?.invalidateAndCancel()
    continuation.finish()
  }
}

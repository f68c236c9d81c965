import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A cache that machines share through any server that takes HTTP `GET` and `PUT`.
///
/// It is laid out as Bazel's: `cas/DIGEST` holds a blob, and `ac/KEY` names the blob that is the
/// value of a key. A blob is believed only if its digest is right, a value only if it says besides
/// which key it belongs to; anything else counts as not there.
actor RemoteCache {
  /// Why the server is no longer asked.
  private(set) var remark: String?

  private let base: URL
  private let session: URLSession

  /// A larger blob is not an object of a sample.
  private static let largest = 64 << 20

  /// The cache below an address.
  init(_ base: URL, timeout: TimeInterval = 10) {
    self.base = base
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpMaximumConnectionsPerHost = 16
    session = URLSession(
      configuration: configuration, delegate: ChallengeRefusal(), delegateQueue: nil)
  }

  /// The value of a key; `nil` when the server has none that can be believed.
  func value(for key: String) async -> [UInt8]? {
    guard let reference = await get("ac/\(key)"), reference.count <= 200,
      let digest = String(decoding: reference, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .first,
      let blob = await blob(String(digest))
    else { return nil }
    let head = Self.head(key)
    return blob.starts(with: head) ? Array(blob.dropFirst(head.count)) : nil
  }

  /// Stores a value, the blob before the name that leads to it.
  func store(_ value: [UInt8], for key: String) async {
    let blob = Self.head(key) + value
    guard let digest = await store(blob) else { return }
    _ = await put(Array("\(digest) \(blob.count)\n".utf8), at: "ac/\(key)")
  }

  /// The blob of a digest; `nil` when the server has none, or another.
  func blob(_ digest: String) async -> [UInt8]? {
    guard Self.isDigest(digest), let blob = await get("cas/\(digest)"),
      ContentHash.of(blob) == digest
    else { return nil }
    return blob
  }

  /// Stores a blob and gives its digest; `nil` when the server doesn't take it.
  func store(_ blob: [UInt8]) async -> String? {
    let digest = ContentHash.of(blob)
    return await put(blob, at: "cas/\(digest)") ? digest : nil
  }

  /// Ends the connections.
  func close() { session.invalidateAndCancel() }

  private static func head(_ key: String) -> [UInt8] { Array("docgen \(key)\n".utf8) }

  /// Whether a text is a SHA-256 digest, so that it can't lead elsewhere.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func get(_ path: String) async -> [UInt8]? {
    guard let (data, status) = await send(URLRequest(url: base.appending(path: path))) else {
      return nil
    }
    if status == 200 { return data.count <= Self.largest ? Array(data) : nil }
    if status != 404 { giveUp("it answers \(status)") }
    return nil
  }

  private func put(_ bytes: [UInt8], at path: String) async -> Bool {
    var request = URLRequest(url: base.appending(path: path))
    request.httpMethod = "PUT"
    request.httpBody = Data(bytes)
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    guard let (_, status) = await send(request) else { return false }
    let isTaken = (200..<300).contains(status)
    if !isTaken { giveUp("it answers \(status) to PUT") }
    return isTaken
  }

  private func send(_ request: URLRequest) async -> (Data, Int)? {
    guard remark == nil else { return nil }
    do {
      let (data, response) = try await session.data(for: request)
      return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    } catch {
      giveUp(error.localizedDescription)
      return nil
    }
  }

  /// A server in trouble is asked no more in this build: waiting for it would cost more than it
  /// gives.
  private func giveUp(_ reason: String) {
    if remark == nil { remark = "the remote cache is done without: \(reason)" }
  }
}

/// Offers no password to whoever asks for one: Foundation for Linux would wait without end.
private final class ChallengeRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.rejectProtectionSpace, nil)
  }
}

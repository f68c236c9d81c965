import DocgenHTTPClient
import DocgenHashing
import Foundation

/// A cache that machines share through any server with HTTP `GET` and `PUT`.
///
/// Its layout is Bazel's: `cas/DIGEST` contains a blob, and `ac/KEY` names the blob that is the
/// value of a key. A blob is used only if its digest matches, and a value only if it also names its
/// key; anything else counts as missing.
actor RemoteCache {
  /// The reason why the server is no longer used.
  private var trouble: String?
  /// The reason why nothing more is stored.
  private var refusal: String?
  /// The number of invalid entries.
  private var wrongEntries = 0

  private let base: URL
  private let transport: any HTTPTransport
  private let timeout: Duration

  /// The most bytes in a blob; the object of a sample is smaller.
  private static let largest = 64 << 20

  /// Creates the cache below an address.
  ///
  /// - Parameter timeout: the time limit for one response.
  init(
    _ base: URL, transport: any HTTPTransport = DefaultTransport(.reusingConnections),
    timeout: Duration = .seconds(30)
  ) {
    self.base = base
    self.transport = transport
    self.timeout = timeout
  }

  /// Notes for the user.
  var remarks: [String] {
    var remarks: [String] = []
    if let trouble { remarks.append("the remote cache is done without: \(trouble)") }
    if let refusal { remarks.append("nothing is put into the remote cache: \(refusal)") }
    if wrongEntries > 0 {
      remarks.append(
        wrongEntries == 1
          ? "1 wrong entry of the remote cache was not used"
          : "\(wrongEntries) wrong entries of the remote cache were not used")
    }
    return remarks
  }

  /// Returns the value of a key; `nil` when the server has no valid one.
  func value(for key: String) async -> [UInt8]? {
    guard let reference = await get("ac/\(key)") else { return nil }
    let word = reference.prefix(200).split(whereSeparator: { $0 <= 0x20 }).first
    let digest = String(decoding: word ?? [], as: UTF8.self)
    guard Self.isDigest(digest) else { return wrong() }
    guard let blob = await blob(digest) else { return nil }
    let head = Self.head(key)
    return blob.starts(with: head) ? Array(blob.dropFirst(head.count)) : wrong()
  }

  /// Stores a value: first its blob, then the entry that names the blob.
  func store(_ value: [UInt8], for key: String) async {
    let blob = Self.head(key) + value
    guard let digest = await store(blob) else { return }
    _ = await put(Array("\(digest) \(blob.count)\n".utf8), at: "ac/\(key)")
  }

  /// Returns the blob of a digest; `nil` when the server has none that matches.
  func blob(_ digest: String) async -> [UInt8]? {
    guard Self.isDigest(digest), let blob = await get("cas/\(digest)") else { return nil }
    return ContentHash.of(blob) == digest ? blob : wrong()
  }

  private func wrong() -> [UInt8]? {
    wrongEntries += 1
    return nil
  }

  /// Stores a blob and returns its digest; `nil` when the server rejects it.
  func store(_ blob: [UInt8]) async -> String? {
    let digest = ContentHash.of(blob)
    return await put(blob, at: "cas/\(digest)") ? digest : nil
  }

  private static func head(_ key: String) -> [UInt8] { Array("docgen \(key)\n".utf8) }

  /// Whether a text is a SHA-256 digest, so that it can't lead to another path.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func get(_ path: String) async -> [UInt8]? {
    guard let response = await send(TransportRequest(url: base.appending(path: path))) else {
      return nil
    }
    if response.status == 200 { return response.body }
    if response.status != 404 { disable("it responds with \(response.status)") }
    return nil
  }

  private func put(_ bytes: [UInt8], at path: String) async -> Bool {
    guard refusal == nil,
      let response = await send(
        TransportRequest(
          method: "PUT", url: base.appending(path: path),
          headers: ["Content-Type": "application/octet-stream"], body: bytes))
    else { return false }
    // Clients that may read may not be allowed to write.
    if !response.isSuccess { refusal = "it responds with \(response.status) to PUT" }
    return response.isSuccess
  }

  private func send(_ request: TransportRequest) async -> TransportResponse? {
    guard trouble == nil else { return nil }
    var request = request
    request.timeout = timeout
    request.bodyLimit = Self.largest
    do {
      return try await transport.send(request)
    } catch {
      // A cancelled build isn't the server's trouble.
      if error != .cancelled { disable(error.description) }
      return nil
    }
  }

  /// Stops using a server in trouble for this build, because waiting for it would take longer than
  /// it saves.
  private func disable(_ reason: String) {
    if trouble == nil { trouble = reason }
  }
}

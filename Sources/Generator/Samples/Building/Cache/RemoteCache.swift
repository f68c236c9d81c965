import Foundation
import Hashing
import HTTPClient

/// A cache that machines share through any server that takes HTTP `GET` and `PUT`.
///
/// It is laid out as Bazel's: `cas/DIGEST` holds a blob, and `ac/KEY` names the blob that is the
/// value of a key. A blob is believed only if its digest is right, a value only if it says besides
/// which key it belongs to; anything else counts as not there.
actor RemoteCache {
  /// Why the server is no longer asked.
  private var trouble: String?
  /// Why nothing more is put there.
  private var refusal: String?
  /// How many entries were not believed.
  private var wrongEntries = 0

  private let base: URL
  private let transport: any HTTPTransport
  private let timeout: Duration

  /// A larger blob is not an object of a sample.
  private static let largest = 64 << 20

  /// The cache below an address.
  ///
  /// - Parameter timeout: how long one answer may take.
  init(
    _ base: URL, transport: any HTTPTransport = DefaultTransport(.reusingConnections),
    timeout: Duration = .seconds(30)
  ) {
    self.base = base
    self.transport = transport
    self.timeout = timeout
  }

  /// What the user should know about it.
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

  /// The value of a key; `nil` when the server has none that can be believed.
  func value(for key: String) async -> [UInt8]? {
    guard let reference = await get("ac/\(key)") else { return nil }
    let word = reference.prefix(200).split(whereSeparator: { $0 <= 0x20 }).first
    let digest = String(decoding: word ?? [], as: UTF8.self)
    guard Self.isDigest(digest) else { return wrong() }
    guard let blob = await blob(digest) else { return nil }
    let head = Self.head(key)
    return blob.starts(with: head) ? Array(blob.dropFirst(head.count)) : wrong()
  }

  /// Stores a value, the blob before the name that leads to it.
  func store(_ value: [UInt8], for key: String) async {
    let blob = Self.head(key) + value
    guard let digest = await store(blob) else { return }
    _ = await put(Array("\(digest) \(blob.count)\n".utf8), at: "ac/\(key)")
  }

  /// The blob of a digest; `nil` when the server has none, or another.
  func blob(_ digest: String) async -> [UInt8]? {
    guard Self.isDigest(digest), let blob = await get("cas/\(digest)") else { return nil }
    return ContentHash.of(blob) == digest ? blob : wrong()
  }

  private func wrong() -> [UInt8]? {
    wrongEntries += 1
    return nil
  }

  /// Stores a blob and gives its digest; `nil` when the server doesn't take it.
  func store(_ blob: [UInt8]) async -> String? {
    let digest = ContentHash.of(blob)
    return await put(blob, at: "cas/\(digest)") ? digest : nil
  }

  private static func head(_ key: String) -> [UInt8] { Array("docgen \(key)\n".utf8) }

  /// Whether a text is a SHA-256 digest, so that it can't lead elsewhere.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func get(_ path: String) async -> [UInt8]? {
    guard let answer = await send(TransportRequest(url: base.appending(path: path))) else {
      return nil
    }
    if answer.status == 200 { return answer.body }
    if answer.status != 404 { giveUp("it answers \(answer.status)") }
    return nil
  }

  private func put(_ bytes: [UInt8], at path: String) async -> Bool {
    guard refusal == nil,
      let answer = await send(
        TransportRequest(
          method: "PUT", url: base.appending(path: path),
          headers: ["Content-Type": "application/octet-stream"], body: bytes))
    else { return false }
    // Many may read what few may write.
    if !answer.isSuccess { refusal = "it answers \(answer.status) to PUT" }
    return answer.isSuccess
  }

  private func send(_ request: TransportRequest) async -> TransportResponse? {
    guard trouble == nil else { return nil }
    var request = request
    request.timeout = timeout
    request.bodyLimit = Self.largest
    do {
      return try await transport.send(request)
    } catch {
      // That the build is stopped is nothing to tell.
      if error != .cancelled { giveUp(error.description) }
      return nil
    }
  }

  /// A server in trouble is asked no more in this build: waiting for it would cost more than it
  /// gives.
  private func giveUp(_ reason: String) {
    if trouble == nil { trouble = reason }
  }
}

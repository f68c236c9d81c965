import DocgenGzip
import DocgenHTTPServer
import DocgenJSON
import Foundation

/// The content of a part for a revision that can't be returned.
struct PartError: Error {
  var body: JSONObject
}

/// Writes multipart responses (RFC 2046 5.1; rest/attachment… of the original).
struct Multipart {
  /// A part of a response.
  struct Part {
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  /// The maximum size in bytes of attachments that stay in the JSON.
  private static let inlineLimit = 200
  /// JSON of fewer bytes isn't compressed.
  private static let minimumCompressed = 300

  /// Returns a new delimiter of parts; a nested response needs another one.
  let newBoundary: () -> String
  /// Whether JSON parts may be compressed (`X-Accept-Part-Encoding`).
  let compressesParts: Bool

  /// Returns revisions as `multipart/mixed`.
  ///
  /// A revision with attachments is a nested `multipart/related`; the content type of a failed one
  /// says so.
  func mixed(_ rows: [Result<JSONObject, PartError>]) -> HTTPResponse {
    let parts = rows.map { row in
      switch row {
      case .failure(let error): json(error.body, type: "application/json; error=\"true\"")
      case .success(let body): hasData(body) ? nested(body) : json(body)
      }
    }
    return response("multipart/mixed", parts: parts)
  }

  /// Returns a document and its larger attachments as `multipart/related`.
  func related(_ document: JSONObject) -> HTTPResponse {
    response("multipart/related", parts: self.parts(of: document))
  }

  /// Returns whether a document contains the data of an attachment.
  private func hasData(_ document: JSONObject) -> Bool {
    document["_attachments"]?.object?.members.contains { $0.value["stub"]?.bool != true } ?? false
  }

  private func nested(_ document: JSONObject) -> Part {
    let boundary = newBoundary()
    var headers: HTTPHeaders = [:]
    headers.add("X-Doc-ID", value: document["_id"]?.string ?? "")
    headers.add("X-Rev-ID", value: document["_rev"]?.string ?? "")
    headers.add("Content-Type", value: "multipart/related; boundary=\"\(boundary)\"")
    var content = Self.joined(parts(of: document), boundary: boundary)
    // The final line break belongs to the delimiter of the outer response.
    content.removeLast(2)
    return Part(headers: headers, body: content)
  }

  /// Returns the JSON, which refers to the larger attachments, and those attachments.
  private func parts(of document: JSONObject) -> [Part] {
    var document = document
    var attachments = document["_attachments"]?.object ?? JSONObject()
    var following: [Part] = []
    for (name, value) in attachments.members {
      guard var meta = value.object,
        let bytes = meta["data"]?.string.flatMap({ Data(base64Encoded: $0) }),
        bytes.count > Self.inlineLimit
      else { continue }
      meta["data"] = nil
      meta["follows"] = true
      attachments[name] = .object(meta)
      var headers: HTTPHeaders = [:]
      if let type = meta["content_type"]?.string { headers.add("Content-Type", value: type) }
      let quoted = JSONValue.string(name).serialized()
      headers.add("Content-Disposition", value: "attachment; filename=\(quoted)")
      following.append(Part(headers: headers, body: Array(bytes)))
    }
    if !attachments.isEmpty { document["_attachments"] = .object(attachments) }
    return [json(document)] + following
  }

  private func json(_ body: JSONObject, type: String = "application/json") -> Part {
    let bytes = Array(
      JSONValue.object(body).serialized(sortedKeys: true, escapesHTML: true).utf8)
    guard compressesParts, bytes.count >= Self.minimumCompressed else {
      return Part(headers: ["Content-Type": type], body: bytes)
    }
    return Part(
      headers: ["Content-Encoding": "gzip", "Content-Type": type],
      body: GzipEncoder.encode(bytes))
  }

  private func response(_ type: String, parts: [Part]) -> HTTPResponse {
    let boundary = newBoundary()
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "\(type); boundary=\"\(boundary)\""],
      body: Self.joined(parts, boundary: boundary))
  }

  private static func joined(_ parts: [Part], boundary: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "\(bytes.isEmpty ? "" : "\r\n")--\(boundary)\r\n".utf8
      // Go writes the fields sorted.
      for field in part.headers.fields.sorted(by: { $0.name < $1.name }) {
        bytes += "\(field.name): \(field.value)\r\n".utf8
      }
      bytes += "\r\n".utf8
      bytes += part.body
    }
    return bytes + "\(bytes.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8
  }
}

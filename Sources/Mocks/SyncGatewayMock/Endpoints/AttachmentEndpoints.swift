import DocgenHTTPServer
import DocgenJSON
import Foundation

/// Single attachments (rest/doc_api.go).
enum AttachmentEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/{docid}/{attach}", get),
    Route(["PUT"], "/{db}/{docid}/{attach}", put),
  ]

  static func get(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let name = context.variable("attach")
    let body = try await database.read(
      context.variable("docid"), revision: context.query("rev"), by: context.user)
    guard let meta = body["_attachments"]?[name]?.object, let digest = meta["digest"]?.string else {
      throw GatewayError(404, reason: "missing attachment \(name)")
    }
    guard let bytes = try await database.attachment(digest) else { throw GatewayError.missing }
    var headers: HTTPHeaders = ["Accept-Ranges": "bytes", "Etag": "\"\(digest)\""]
    if let type = meta["content_type"]?.string { headers.add("Content-Type", value: type) }
    disposition(of: name, type: meta["content_type"]?.string, context: context).map {
      headers.add("Content-Disposition", value: $0)
    }
    if let encoding = meta["encoding"]?.string {
      // A client that stores the compressed form requests that HTTP doesn't decompress it.
      if context.query("content_encoding") == "false" {
        headers.add("X-Content-Encoding", value: encoding)
        headers["Content-Type"] = "application/gzip"
      } else {
        headers.add("Content-Encoding", value: encoding)
      }
    }
    let range = ByteRange(context.request.headers["Range"] ?? "", length: bytes.count)
    switch range {
    case .complete: return HTTPResponse(status: 200, headers: headers, body: bytes)
    case .part(let part):
      headers.add(
        "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      return HTTPResponse(status: 206, headers: headers, body: Array(bytes[part]))
    case .unsatisfiable: throw GatewayError(416, reason: "")
    }
  }

  /// Returns the field that makes a browser save the attachment instead of showing it: on the admin
  /// port, and in 2.8 also for types that may contain scripts.
  private static func disposition(of name: String, type: String?, context: RequestContext)
    -> String?
  {
    switch context.services.profile {
    case .v1_5:
      return context.isAdmin ? "attachment; filename=\(JSONValue.string(name).serialized())" : nil
    case .v2_8:
      let dangerous = ["", "text/html", "application/xhtml+xml", "image/svg+xml"]
      let media = String((type ?? "").prefix { $0 != ";" })
      return context.isAdmin || dangerous.contains(media) ? "attachment" : nil
    }
  }

  static func put(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let id = context.variable("docid")
    let revision = context.revision
    var body: JSONObject
    do {
      body = try await database.read(id, revision: revision, by: context.user)
      // Only a document that doesn't exist yet needs no revision.
      if revision.isEmpty {
        throw GatewayError(409, reason: "Cannot modify attachments without a specific rev ID")
      }
    } catch let error as StorageError where error.kind == .missing {
      // As in CouchDB, a missing document is created.
      body = [:]
    }
    body["_rev"] = .string(revision)
    body["_id"] = nil
    var attachments = body["_attachments"]?.object ?? JSONObject()
    attachments[context.variable("attach")] = [
      "content_type": .string(
        context.request.headers["Content-Type"] ?? "application/octet-stream"),
      "data": .string(Data(context.request.body).base64EncodedString()),
    ]
    body["_attachments"] = .object(attachments)
    let new = try await database.put(id, body: body, by: context.user)
    context.headers.add("Etag", value: "\"\(new)\"")
    return try context.json(["id": .string(id), "ok": true, "rev": .string(new)], status: 201)
  }
}

/// The range that a `Range` field requests (`parseHTTPRangeHeader`, rest/handler.go).
enum ByteRange: Equatable {
  /// Everything, also for a malformed field.
  case complete
  /// These bytes, fewer than all.
  case part(Range<Int>)
  /// No byte of the attachment; the response is 416.
  case unsatisfiable

  init(_ field: String, length: Int) {
    self = .complete
    guard field.hasPrefix("bytes=") else { return }
    let halves = field.dropFirst(6).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !(halves[0].isEmpty && halves[1].isEmpty) else { return }
    let numbers = halves.map { $0.isEmpty ? nil : Int($0) }
    guard zip(halves, numbers).allSatisfy({ $0.isEmpty || ($1 ?? -1) >= 0 }) else { return }
    var start: Int
    var end = length
    if let first = numbers[0] {
      start = first
      if let last = numbers[1] {
        if last < first { return }
        end = min(last, length - 1) + 1
      }
    } else {
      // A suffix: the number of bytes at the end.
      let count = numbers[1] ?? 0
      if count == 0 {
        self = .unsatisfiable
        return
      }
      start = max(0, length - count)
    }
    if start >= length {
      self = length == 0 && numbers[0] == nil ? .complete : .unsatisfiable
    } else if start > 0 || end < length {
      self = .part(start..<end)
    }
  }
}

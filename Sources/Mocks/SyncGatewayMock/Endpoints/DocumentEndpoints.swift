import Clocks
import Foundation
import HTTPServer
import JSON

/// Single documents (rest/doc_api.go).
enum DocumentEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/{docid}", get),
    Route(["PUT"], "/{db}/{docid}", put),
    Route(["DELETE"], "/{db}/{docid}", delete),
  ]

  /// Parses the body of a document: JSON, or `multipart/related` with attachments (`readDocument`).
  private static func body(_ call: Call) throws -> JSONObject {
    let type = MediaType(call.request.headers["Content-Type"] ?? "")
    if type.name == "multipart/related" {
      return try MultipartDocument.read(call.request.body, boundary: type["boundary"] ?? "")
    }
    guard type.isJSONOrAbsent else {
      throw GatewayError(415, "Invalid content type \(type.name)")
    }
    switch try Call.parse(call.request.body) {
    case .object(let object): return object
    case .null: throw GatewayError(400, "Document body is empty")
    default: throw GatewayError.badJSON
    }
  }

  private static func written(
    _ id: String, _ revision: String, status: Int, _ call: inout Call
  ) throws -> HTTPResponse {
    try call.json(["id": .string(id), "ok": true, "rev": .string(revision)], status: status)
  }

  static func put(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    let id = call.variable("docid")
    var body = try body(call)
    guard call.query("new_edits") != "false" else {
      guard let history = RevisionHistory.parse(body) else {
        throw GatewayError(400, "Bad _revisions")
      }
      try await database.putExisting(id, body, history: history, by: call.user)
      return try written(id, history[0], status: 201, &call)
    }
    let revision = [call.query("rev"), call.request.headers["If-Match"] ?? ""].first { !$0.isEmpty }
    if let revision { body["_rev"] = .string(revision) }
    let new = try await database.put(id, body, by: call.user)
    call.headers.add("Etag", "\"\(new)\"")
    return try written(id, new, status: 201, &call)
  }

  static func post(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    let body = try body(call)
    if body["_rev"].map({ $0 != .null }) ?? false {
      throw GatewayError(404, "No previous revision to replace")
    }
    let id = body["_id"]?.string ?? call.services.random.hex(bytes: 16)
    let revision = try await database.put(id, body, by: call.user)
    call.headers.add("Location", id)
    call.headers.add("Etag", "\"\(revision)\"")
    return try written(id, revision, status: 200, &call)
  }

  static func delete(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    let id = call.variable("docid")
    let revision = [call.query("rev"), call.request.headers["If-Match"] ?? ""].first { !$0.isEmpty }
    let new = try await database.put(
      id, ["_deleted": true, "_rev": .string(revision ?? "")], by: call.user)
    return try written(id, new, status: 200, &call)
  }

  static func get(_ call: inout Call) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    let id = call.variable("docid")
    if call.request.query == nil, call.accepts("application/json"),
      let answer = try await database.plainAnswer(id, by: call.user)
    {
      call.headers.add("Etag", "\"\(answer.revision)\"")
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: answer.json)
    }
    let options = try options(call)
    guard call.query("open_revs").isEmpty else {
      return try await openRevisions(id, options, &call)
    }
    let body = try await database.read(id, revision: call.query("rev"), options, by: call.user)
    call.headers.add("Etag", "\"\(body["_rev"]?.string ?? "")\"")
    let hasAttachments = options.attachmentsSince != nil && body["_attachments"] != nil
    // A client that accepts anything gets attachments as parts, not in Base64.
    if call.accepts("multipart/"), hasAttachments || !call.accepts("application/json") {
      return call.multipart.related(body)
    }
    return try call.json(.object(body))
  }

  private static func options(_ call: Call) throws -> ReadingOptions {
    let revisionsFrom = try strings("revs_from", call)
    let attachmentsSince = try strings("atts_since", call)
    var options = ReadingOptions()
    if call.flag("revs") {
      options.historyLimit = Int(call.query("revs_limit")).flatMap { $0 > 0 ? $0 : nil } ?? .max
      options.knownRevisions = revisionsFrom ?? attachmentsSince ?? []
    }
    options.showsExpiry = call.flag("show_exp")
    if call.flag("attachments") { options.attachmentsSince = attachmentsSince ?? [] }
    return options
  }

  private static func strings(_ name: String, _ call: Call) throws -> [String]? {
    let text = call.query(name)
    if text.isEmpty { return nil }
    let elements = (try? JSONParser.parse(text))?.array
    guard let strings = elements?.map(\.string), !strings.contains(nil) else {
      throw GatewayError(400, "\(name) URL param is not a JSON string array")
    }
    return strings.compactMap(\.self)
  }

  /// Returns several revisions for `open_revs`, each with its attachments, as JSON or as multipart.
  private static func openRevisions(
    _ id: String, _ options: ReadingOptions, _ call: inout Call
  ) async throws -> HTTPResponse {
    let database = try call.requireDatabase()
    var options = options
    options.attachmentsSince = []
    var ids: [String]
    if call.query("open_revs") == "all" {
      guard let document = try await database.document(id) else { throw GatewayError.missing }
      ids = document.tree.leaves.map(\.id)
    } else {
      let elements = (try? JSONParser.parse(call.query("open_revs")))?.array
      ids = elements?.compactMap(\.string) ?? []
      guard let elements, elements.count == ids.count else {
        throw GatewayError(400, "bad open_revs")
      }
    }
    var rows: [Result<JSONObject, PartError>] = []
    for revision in ids {
      do {
        rows.append(
          .success(try await database.read(id, revision: revision, options, by: call.user)))
      } catch is StorageError {
        rows.append(.failure(PartError(body: ["missing": .string(revision)])))
      }
    }
    if call.accepts("multipart/") { return call.multipart.mixed(rows) }
    let lines = rows.map { row in
      switch row {
      case .success(let body): JSONValue.object(["ok": .object(body)])
      case .failure(let missing): JSONValue.object(missing.body)
      }
    }
    // The original writes one row per line, with the comma at the beginning of the next.
    let text = lines.map { $0.serialized(sortedKeys: true, escapesHTML: true) + "\n" }
      .joined(separator: ",")
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], text: "[\n\(text)]")
  }
}

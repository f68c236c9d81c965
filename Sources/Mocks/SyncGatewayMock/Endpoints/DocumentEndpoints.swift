import DocgenClocks
import DocgenHTTPServer
import DocgenJSON
import Foundation

/// Single documents (rest/doc_api.go).
enum DocumentEndpoints {
  static let routes: [Route] = [
    Route(["GET", "HEAD"], "/{db}/{docid}", get),
    Route(["PUT"], "/{db}/{docid}", put),
    Route(["DELETE"], "/{db}/{docid}", delete),
  ]

  /// Parses the body of a document: JSON, or `multipart/related` with attachments (`readDocument`).
  private static func body(_ context: RequestContext) throws -> JSONObject {
    let type = MediaType(context.request.headers["Content-Type"] ?? "")
    if type.name == "multipart/related" {
      return try MultipartDocument.read(context.request.body, boundary: type["boundary"] ?? "")
    }
    guard type.isJSONOrAbsent else {
      throw GatewayError(415, reason: "Invalid content type \(type.name)")
    }
    switch try RequestContext.parse(context.request.body) {
    case .object(let object): return object
    case .null: throw GatewayError(400, reason: "Document body is empty")
    default: throw GatewayError.badJSON
    }
  }

  private static func written(
    _ id: String, revision: String, status: Int, context: inout RequestContext
  ) throws -> HTTPResponse {
    try context.json(["id": .string(id), "ok": true, "rev": .string(revision)], status: status)
  }

  static func put(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let id = context.variable("docid")
    var body = try body(context)
    guard context.query("new_edits") != "false" else {
      guard let history = RevisionHistory.parse(body) else {
        throw GatewayError(400, reason: "Bad _revisions")
      }
      try await database.putExisting(id, body: body, history: history, by: context.user)
      return try written(id, revision: history[0], status: 201, context: &context)
    }
    if !context.revision.isEmpty { body["_rev"] = .string(context.revision) }
    let new = try await database.put(id, body: body, by: context.user)
    context.headers.add("Etag", value: "\"\(new)\"")
    return try written(id, revision: new, status: 201, context: &context)
  }

  static func post(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let body = try body(context)
    if body["_rev"].map({ $0 != .null }) ?? false {
      throw GatewayError(404, reason: "No previous revision to replace")
    }
    let id = body["_id"]?.string ?? context.services.random.hex(bytes: 16)
    let revision = try await database.put(id, body: body, by: context.user)
    context.headers.add("Location", value: id)
    context.headers.add("Etag", value: "\"\(revision)\"")
    return try written(id, revision: revision, status: 200, context: &context)
  }

  static func delete(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let id = context.variable("docid")
    let new = try await database.put(
      id, body: ["_deleted": true, "_rev": .string(context.revision)], by: context.user)
    return try written(id, revision: new, status: 200, context: &context)
  }

  static func get(_ context: inout RequestContext) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    let id = context.variable("docid")
    if context.request.query == nil, context.accepts("application/json"),
      let response = try await database.plainResponse(id, by: context.user)
    {
      context.headers.add("Etag", value: "\"\(response.revision)\"")
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: response.json)
    }
    let options = try options(context)
    guard context.query("open_revs").isEmpty else {
      return try await openRevisions(id, options: options, context: &context)
    }
    let body = try await database.read(
      id, revision: context.query("rev"), options: options, by: context.user)
    context.headers.add("Etag", value: "\"\(body["_rev"]?.string ?? "")\"")
    let hasAttachments = options.attachmentsSince != nil && body["_attachments"] != nil
    // A client that accepts anything gets attachments as parts, not in Base64.
    if context.accepts("multipart/"), hasAttachments || !context.accepts("application/json") {
      return context.multipart.related(body)
    }
    return try context.json(.object(body))
  }

  private static func options(_ context: RequestContext) throws -> ReadingOptions {
    let revisionsFrom = try strings("revs_from", context: context)
    let attachmentsSince = try strings("atts_since", context: context)
    var options = ReadingOptions()
    if context.flag("revs") {
      options.historyLimit = Int(context.query("revs_limit")).flatMap { $0 > 0 ? $0 : nil } ?? .max
      options.knownRevisions = revisionsFrom ?? attachmentsSince ?? []
    }
    options.showsExpiry = context.flag("show_exp")
    options.listsConflicts = context.flag("conflicts")
    if context.flag("attachments") { options.attachmentsSince = attachmentsSince ?? [] }
    return options
  }

  private static func strings(_ name: String, context: RequestContext) throws -> [String]? {
    let text = context.query(name)
    if text.isEmpty { return nil }
    guard let strings = (try? JSONParser.parse(text))?.strings else {
      throw GatewayError(400, reason: "\(name) URL param is not a JSON string array")
    }
    return strings
  }

  /// Returns several revisions for `open_revs`, each with its attachments, as JSON or as multipart.
  private static func openRevisions(
    _ id: String, options: ReadingOptions, context: inout RequestContext
  ) async throws -> HTTPResponse {
    let database = try context.requireDatabase()
    var options = options
    options.attachmentsSince = []
    let ids: [String]
    if context.query("open_revs") == "all" {
      guard let document = try await database.document(id) else { throw GatewayError.missing }
      ids = document.tree.leaves.map(\.id)
    } else {
      guard let listed = (try? JSONParser.parse(context.query("open_revs")))?.strings else {
        throw GatewayError(400, reason: "bad open_revs")
      }
      ids = listed
    }
    var rows: [Result<JSONObject, PartError>] = []
    for revision in ids {
      do {
        rows.append(
          .success(
            try await database.read(id, revision: revision, options: options, by: context.user)))
      } catch is StorageError {
        rows.append(.failure(PartError(body: ["missing": .string(revision)])))
      }
    }
    if context.accepts("multipart/") { return context.multipart.mixed(rows) }
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

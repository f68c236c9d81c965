import DocgenJSON
import DocgenJavaScript

/// A row that a view's map function has emitted.
struct ViewRow: Sendable {
  /// The document's id; empty for a reduced row.
  var id: String
  var key: JSONValue
  var value: JSONValue
}

/// The map function of a view in JavaScript (db/design_doc.go).
final class ViewFunction {
  private let engine: JavaScriptEngine
  private let function: JavaScriptEngine.Function

  /// - Throws: the syntax error, as a refusal of the request.
  init(_ source: String) throws(StorageError) {
    do throws(JavaScriptError) {
      engine = try JavaScriptEngine(limits: SyncFunction.limits)
      function = try engine.compile(Self.wrapped(source))
    } catch {
      throw StorageError(.invalid, reason: "the map function doesn't compile: \(error)")
    }
  }

  /// Returns what the function emits for a document; nothing if it throws, as in Couchbase Server.
  func rows(
    of id: String, revision: String, body: JSONObject
  ) throws(StorageError) -> [ViewRow] {
    let meta: JSONValue = ["id": .string(id), "rev": .string(revision), "type": "json"]
    do throws(JavaScriptError) {
      let emitted = try engine.call(function, arguments: [.object(body), meta]).array ?? []
      return emitted.compactMap { row in
        row.array.map { ViewRow(id: id, key: $0[0], value: $0[1]) }
      }
    } catch .timedOut {
      throw SyncFunction.stopped("after 1 s", kind: "map function")
    } catch .outOfMemory {
      throw SyncFunction.stopped("at 32 MiB of memory", kind: "map function")
    } catch {
      return []
    }
  }

  private static func wrapped(_ source: String) -> String {
    """
    function (doc, meta) { \
    var rows = []; \
    function emit(key, value) { \
    rows.push([key === undefined ? null : key, value === undefined ? null : value]); } \
    var map = \(source)
    ;
      map(doc, meta);
      return rows;
    }
    """
  }
}

import DocgenJSON
import DocgenJavaScript

/// The decisions of a sync function about a revision.
struct SyncOutcome: Sendable {
  var channels: Set<String> = []
  /// Channels granted, by user or by `role:` and a role.
  var access: [String: Set<String>] = [:]
  /// Roles granted, by user.
  var roles: [String: Set<String>] = [:]
  /// The argument of `expiry()` (2.x); `nil` if it was not called.
  var expiry: JSONValue?
}

/// A database's sync function in JavaScript (channels/sync_runner.go).
final class SyncFunction {
  private let engine: JavaScriptEngine
  private let function: JavaScriptEngine.Function

  init(_ source: String, profile: Profile) throws(JavaScriptError) {
    engine = try JavaScriptEngine(limits: Self.limits)
    function = try engine.compile(Self.wrapped(source, profile: profile))
  }

  /// Returns the syntax error of a source, with its line in the source; `nil` if it compiles.
  static func syntaxError(of source: String) -> (line: Int, message: String)? {
    do {
      _ = try JavaScriptEngine().compile(wrapped(source, profile: .v1_5))
      return nil
    } catch .error(let failure) {
      return (max(1, failure.line), "\(failure.name): \(failure.message)")
    } catch {
      return (1, "\(error)")
    }
  }

  /// Runs the function on a new revision, before it is stored.
  ///
  /// - Parameters:
  ///   - document: the new body with `_id`, `_rev` and, for a tombstone, `_deleted`.
  ///   - old: the body it replaces, without special properties; `nil` for none.
  ///   - user: the writer; `nil` for the administrator, who passes all `require` functions.
  /// - Throws: the function's refusal, or `failed` when the function has an error.
  func run(
    _ document: JSONObject, old: JSONObject?, by user: User?
  ) throws(StorageError) -> SyncOutcome {
    let result: JSONValue
    do {
      result = try engine.call(
        function,
        arguments: [.object(document), old.map { .object($0) } ?? .null, Self.userContext(user)])
    } catch .timedOut {
      throw Self.stopped("after 1 s")
    } catch .outOfMemory {
      throw Self.stopped("at 32 MiB of memory")
    } catch {
      throw Self.exception
    }
    // The original checks the names before the refusal.
    let outcome = try Self.outcome(result)
    if let reason = result["forbidden"]?.string { throw StorageError(.forbidden, reason: reason) }
    if let reason = result["unauthorized"]?.string {
      throw StorageError(.unauthorized, reason: reason)
    }
    try Self.validate(outcome)
    return outcome
  }

  /// The limits of a run, which are this mock's; the table of limits in its guide has them too.
  static let limits = JavaScriptEngine.Limits(time: .seconds(1), memoryBytes: 32 << 20)

  static func stopped(_ limit: String, kind: String = "sync function") -> StorageError {
    StorageError(.failed, reason: "this mock's limit: the \(kind) was stopped \(limit)")
  }

  private static let exception = StorageError(.failed, reason: "Exception in JS sync function")

  private static func userContext(_ user: User?) -> JSONValue {
    guard let user else { return .null }
    return [
      "name": .string(user.name), "roles": user.roles.json,
      "channels": .strings(user.inheritedChannels.names),
    ]
  }

  private static func outcome(_ result: JSONValue) throws(StorageError) -> SyncOutcome {
    var outcome = SyncOutcome()
    outcome.channels = Set(strings(result["channels"]))
    guard outcome.channels.allSatisfy(ChannelName.isValid) else { throw exception }
    // As a document's channel, the star replaces the others.
    if outcome.channels.contains(ChannelName.star) { outcome.channels = [ChannelName.star] }
    outcome.expiry = result["expiry"]
    outcome.access = try grants(result["access"], prefix: "")
    outcome.roles = try grants(result["roles"], prefix: "role:")
    return outcome
  }

  /// Returns the names granted, by grantee; the star can't be granted.
  private static func grants(
    _ calls: JSONValue?, prefix: String
  ) throws(StorageError) -> [String: Set<String>] {
    var grants: [String: Set<String>] = [:]
    for call in calls?.array ?? [] {
      for grantee in strings(call["to"]) {
        for value in strings(call["what"]) {
          guard value.hasPrefix(prefix), ChannelName.isValid(String(value.dropFirst(prefix.count)))
          else { throw exception }
          grants[grantee, default: []].insert(String(value.dropFirst(prefix.count)))
        }
        grants[grantee]?.remove(ChannelName.star)
      }
    }
    return grants
  }

  private static func strings(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap(\.string)
  }

  private static func validate(_ outcome: SyncOutcome) throws(StorageError) {
    let grantees = Array(outcome.access.keys) + Array(outcome.roles.keys)
    let names =
      grantees.map { $0.hasPrefix("role:") ? String($0.dropFirst(5)) : $0 }
      + outcome.roles.values.flatMap { $0 }
    guard names.allSatisfy(PrincipalName.isValid) else {
      throw StorageError(.failed, reason: "Error in JS sync function")
    }
  }
}

extension SyncFunction {
  /// Returns the source in a function that provides `channel()` and the others.
  ///
  /// Everything before the source is on its first line, so that the lines of errors are those of
  /// the source.
  private static func wrapped(_ source: String, profile: Profile) -> String {
    let before = prologue(profile).split(whereSeparator: \.isNewline).joined(separator: " ")
    return before + " " + source + "\n" + epilogue
  }

  private static func prologue(_ profile: Profile) -> String {
    // Messages have a prefix since 2.5; `requireAdmin` exists since 2.1.
    let prefix = profile == .v1_5 ? "" : "sg "
    return """
      function (newDocument, oldDocument, caller) {
        var output = {channels: [], access: [], roles: []};
        if (oldDocument) oldDocument._id = newDocument._id;
        function list(value) {
          if (typeof value === "string") return [value];
          return Array.isArray(value) ?
            value.filter(function (item) { return typeof item === "string"; }) : [];
        }
        function channel() {
          for (var i = 0; i < arguments.length; i++)
            list(arguments[i]).forEach(function (name) { output.channels.push(name); });
        }
        function access(to, what) { output.access.push({to: list(to), what: list(what)}); }
        function role(to, what) { output.roles.push({to: list(to), what: list(what)}); }
        function demand(has, wanted, message) {
          if (!caller) return;
          wanted = Array.isArray(wanted) ? wanted : [wanted];
          if (!wanted.some(function (item) { return has.indexOf(item) >= 0; }))
            throw {forbidden: "\(prefix)" + message};
        }
        function requireUser(names) { demand([caller && caller.name], names, "wrong user"); }
        function requireRole(roles) {
          demand(Object.keys(caller ? caller.roles : {}), roles, "missing role");
        }
        function requireAccess(channels) {
          demand(caller ? caller.channels : [], channels, "missing channel access");
        }
        \(profile == .v1_5 ? "" : "function requireAdmin() { demand([], [], \"admin required\"); }")
        \(profile == .v1_5 ? "" : "function expiry(value) { output.expiry = value; }")
        function log() {}
        var sync =
      """
  }

  private static let epilogue = """
    ;
      try {
        sync(newDocument, oldDocument);
      } catch (thrown) {
        if (thrown.forbidden) output.forbidden = String(thrown.forbidden);
        else if (thrown.unauthorized) output.unauthorized = String(thrown.unauthorized);
        else throw thrown;
      }
      return output;
    }
    """
}

import DocgenHTTPServer
import DocgenJSON

/// A parsed request for `_changes` (`handleChanges`, rest/changes_api.go).
struct ChangesRequest: Sendable {
  enum Feed: String {
    case normal, longpoll, continuous, websocket
  }

  var feed = Feed.normal
  var since = SequenceID(0)
  /// The maximum number of rows; 0 for all.
  var limit = 0
  /// Whether to list all leaves (`style=all_docs`).
  var listsConflicts = false
  var isActiveOnly = false
  var includesDocuments = false
  /// The requested channels; `nil` for all that the user has.
  var channels: [String]?
  /// The requested documents; `nil` for all.
  var documentIDs: [String]?
  /// The seconds to wait for a change; 0 for no limit.
  var timeout = 300.0
  /// The seconds between heartbeats; 0 for none, and then the timeout applies.
  var heartbeat = 0.0
  /// Whether a web socket sends compressed messages.
  var compresses = false

  private var feedName = ""
  private var filter = ""

  /// Parses the query of a GET.
  ///
  /// For other methods, parses the body first and then the query, which takes precedence.
  init(_ context: RequestContext) throws(GatewayError) {
    let limits = Limits(configuration: context.services.configuration)
    if context.request.method != "GET" {
      try read(Self.object(context.request.body), limits: limits)
    }
    try read(context.request.queryFields, limits: limits)
    guard let feed = feedName.isEmpty ? .normal : Feed(rawValue: feedName) else {
      throw GatewayError(400, reason: "Unknown feed type")
    }
    self.feed = feed
    try applyFilter()
  }

  /// Parses the first message of a web socket; its `channels` are the filter.
  ///
  /// - Parameter channels: the channels of the HTTP request.
  init(message: [UInt8], channels: [String]?, context: RequestContext) throws(GatewayError) {
    try read(Self.object(message), limits: Limits(configuration: context.services.configuration))
    if let names = self.channels, !names.contains(ChannelName.star) {
      if names.contains(where: { !ChannelName.isValid($0) }) { throw .badJSON }
    } else {
      self.channels = self.channels == nil ? channels : nil
    }
    documentIDs = nil
  }

  private static func object(_ body: [UInt8]) throws(GatewayError) -> JSONObject {
    do {
      if let object = try JSONParser.parse(body).object { return object }
    } catch {
      throw GatewayError(400, reason: "Invalid JSON: \"\(error.message)\"")
    }
    throw GatewayError(400, reason: "Invalid JSON: \"expected an object\"")
  }

  // MARK: Numbers

  /// Limits of times in milliseconds.
  private struct Limits {
    static let leastHeartbeat = 25_000
    static let longestTimeout = 900_000
    let configuration: GatewayConfiguration

    func heartbeat(_ milliseconds: Int) -> Double {
      if milliseconds == 0 { return 0 }
      let seconds = Double(max(milliseconds, Self.leastHeartbeat)) / 1_000
      let most = Double(configuration.maxHeartbeat)
      return most > 0 ? min(seconds, most) : seconds
    }

    func timeout(_ milliseconds: Int) -> Double {
      Double(min(milliseconds, Self.longestTimeout)) / 1_000
    }
  }

  // MARK: Query

  private mutating func read(_ query: FormFields, limits: Limits) throws(GatewayError) {
    if let name = query["feed"] { feedName = name }
    if let text = query["since"] {
      since = try Self.sequence((try? JSONParser.parse(text))?.string ?? text)
    }
    if let text = query["limit"] { limit = max(0, Int(text) ?? 0) }
    if let style = query["style"] { listsConflicts = style == "all_docs" }
    if let text = query["active_only"] { isActiveOnly = text == "true" }
    if let text = query["include_docs"] { includesDocuments = text == "true" }
    if let name = query["filter"] { filter = name }
    if let text = query["channels"], !text.isEmpty {
      channels = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    if let text = query["doc_ids"], !text.isEmpty {
      // Either a JSON array or ids separated by commas.
      if let array = (try? JSONParser.parse(text))?.array {
        if !array.isEmpty { documentIDs = array.compactMap(\.string) }
      } else {
        documentIDs = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    // A value that isn't a number counts as absent.
    if let text = query["heartbeat"] {
      heartbeat = limits.heartbeat(UInt32(text).map(Int.init) ?? 0)
    }
    if let text = query["timeout"] {
      timeout = limits.timeout(UInt32(text).map(Int.init) ?? 300_000)
    }
  }

  private static func sequence(_ text: String) throws(GatewayError) -> SequenceID {
    guard let sequence = SequenceID(text) else {
      throw GatewayError(400, reason: "Invalid sequence")
    }
    return sequence
  }

  // MARK: Body

  private mutating func read(_ body: JSONObject, limits: Limits) throws(GatewayError) {
    feedName = try Self.value("feed", of: body, \.string) ?? ""
    switch body["since"] {
    case nil, .null: break
    case .integer(let number): since = try Self.sequence(String(number))
    case .string(let text): since = try Self.sequence(text)
    default: throw Self.wrongType("since")
    }
    limit = max(0, try Self.value("limit", of: body, \.integer) ?? 0)
    listsConflicts = try Self.value("style", of: body, \.string) == "all_docs"
    isActiveOnly = try Self.value("active_only", of: body, \.bool) ?? false
    includesDocuments = try Self.value("include_docs", of: body, \.bool) ?? false
    filter = try Self.value("filter", of: body, \.string) ?? ""
    // A string, because it is the parameter of a filter.
    if let text = try Self.value("channels", of: body, \.string), !text.isEmpty {
      channels = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    if let ids = try Self.value("doc_ids", of: body, \.array) {
      documentIDs = ids.compactMap(\.string)
    }
    if let time = try Self.milliseconds("heartbeat", of: body) {
      heartbeat = limits.heartbeat(time)
    }
    if let time = try Self.milliseconds("timeout", of: body) { timeout = limits.timeout(time) }
    compresses = try Self.value("accept_encoding", of: body, \.string) == "gzip"
  }

  private static func value<Value>(
    _ name: String, of body: JSONObject, _ read: (JSONValue) -> Value?
  ) throws(GatewayError) -> Value? {
    guard let value = body[name], value != .null else { return nil }
    guard let read = read(value) else { throw wrongType(name) }
    return read
  }

  private static func milliseconds(
    _ name: String, of body: JSONObject
  ) throws(GatewayError) -> Int? {
    guard let number = try value(name, of: body, \.integer) else { return nil }
    if number < 0 { throw wrongType(name) }
    return min(number, Int(UInt32.max))
  }

  private static func wrongType(_ name: String) -> GatewayError {
    GatewayError(400, reason: "Invalid JSON: \"wrong type of '\(name)'\"")
  }

  // MARK: Filters

  private mutating func applyFilter() throws(GatewayError) {
    let (wantedChannels, wantedIDs) = (channels, documentIDs)
    (channels, documentIDs) = (nil, nil)
    switch filter {
    case "": break
    case "sync_gateway/bychannel":
      guard let names = wantedChannels else {
        throw GatewayError(400, reason: "Missing 'channels' filter parameter")
      }
      if let name = names.first(where: { !ChannelName.isValid($0) }) {
        throw GatewayError(400, reason: "Illegal channel name \"\(name)\"")
      }
      channels = names.contains(ChannelName.star) ? nil : names
    case "_doc_ids":
      guard feed == .normal else {
        throw GatewayError(
          400, reason: "Filter '_doc_ids' is only valid for feed=normal replications")
      }
      guard let ids = wantedIDs else {
        throw GatewayError(400, reason: "Missing 'doc_ids' filter parameter")
      }
      if ids.isEmpty { throw GatewayError(400, reason: "Empty doc_ids list") }
      documentIDs = ids
    default:
      throw GatewayError(400, reason: "Unknown filter; try sync_gateway/bychannel or _doc_ids")
    }
  }
}

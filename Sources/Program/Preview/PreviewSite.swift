public import DocgenDocModel

/// The previewed site: the files of the last successful build, and the current problems.
public actor PreviewSite {
  /// An event for browsers.
  public enum Event: Sendable, Equatable {
    /// There is a new site: reload the page.
    case reload
    /// The last build failed, for the reasons in the text; the last successful one stays visible.
    case problems(String)
  }

  private var files: [String: [UInt8]] = [:]
  private var problems: String?
  private var nextID = 0
  private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]

  /// Creates an empty preview.
  public init() {}

  /// Shows a new site, and makes every browser reload it.
  public func show(_ rendered: [RenderedFile]) {
    files = Dictionary(rendered.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
    problems = nil
    send(.reload)
  }

  /// Shows problems, on top of the last successful build.
  public func show(problems text: String) {
    problems = text
    send(.problems(text))
  }

  /// Returns the result of looking up a path of the site.
  func lookUp(_ path: String) -> Lookup {
    let name = path.hasSuffix("/") || path.isEmpty ? path + "index.html" : path
    if let bytes = files[name] { return .file(name: name, bytes: bytes) }
    if files["\(path)/index.html"] != nil { return .folder }
    return .missing
  }

  /// The result of looking up a path.
  enum Lookup: Equatable {
    case file(name: String, bytes: [UInt8])
    /// A folder whose address lacks its final `/`.
    case folder
    case missing
  }

  /// Returns the events from now on, beginning with the current problems, if any.
  func events() -> AsyncStream<Event> {
    nextID += 1
    let id = nextID
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    listeners[id] = continuation
    continuation.onTermination = { _ in
      Task { await self.removeListener(id) }
    }
    if let problems { continuation.yield(.problems(problems)) }
    return stream
  }

  /// The number of listening browsers.
  public var listenerCount: Int { listeners.count }

  private func removeListener(_ id: Int) { listeners[id] = nil }

  private func send(_ event: Event) {
    for listener in listeners.values { listener.yield(event) }
  }
}

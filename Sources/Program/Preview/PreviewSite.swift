import DocgenGround
public import DocgenPipeline

/// The previewed site: the files of the last successful build, and the current problems.
public actor PreviewSite {
  /// An event for browsers.
  public enum Event: Sendable, Equatable {
    /// There is a new site: reload the page.
    case reload
    /// The last build failed, for the reasons in the text; the last successful one stays visible.
    case problems(String)
  }

  private let site: SiteWriter
  /// The paths of the site's files; nothing else is served.
  private var files: Set<String> = []
  private var problems: String?
  private var nextID = 0
  private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]

  /// Creates an empty preview of a site.
  public init(_ site: SiteWriter) { self.site = site }

  /// Shows the site as it is written now, and makes every browser reload it.
  public func show() {
    files = site.files
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
    if files.contains(name), let bytes = try? [UInt8](contentsOf: site.path(of: name)) {
      return .file(name: name, bytes: bytes)
    }
    if files.contains("\(path)/index.html") { return .folder }
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

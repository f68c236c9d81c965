import DocgenGround
import DocgenPipeline

/// The previewed site: the files of the last build, and its problems.
actor PreviewSite {
  /// An event for browsers.
  enum Event: Sendable, Equatable {
    /// There is a new site: reload the page.
    case reload
    /// The last build failed, for the reasons in the text; pages may lack something.
    case problems(String)
  }

  private let site: SiteWriter
  /// The paths of the site's files; nothing else is served.
  private var files: Set<String> = []
  private var problems: String?
  private var nextID = 0
  private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]

  /// Creates an empty preview of a site.
  init(_ site: SiteWriter) { self.site = site }

  /// Shows the site as it is written now, and makes every browser reload it if anything differs.
  ///
  /// - Parameters:
  ///   - problems: what browsers show on top of its pages.
  ///   - isChanged: whether files of the site have changed.
  func show(problems: String? = nil, isChanged: Bool = true) {
    let known = files
    files = site.files
    guard isChanged || files != known || problems != self.problems else { return }
    self.problems = problems
    for listener in listeners.values { listener.yield(.reload) }
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
  var listenerCount: Int { listeners.count }

  private func removeListener(_ id: Int) { listeners[id] = nil }
}

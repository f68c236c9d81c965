public import DocModel

/// The site that is being previewed: the files of the last good build, and what is wrong now.
public actor PreviewSite {
  /// What browsers are told.
  public enum Event: Sendable, Equatable {
    /// A new site is there: load the page again.
    case reload
    /// The last build failed; the text says why, and the last good site is still shown.
    case problems(String)
  }

  private var files: [String: [UInt8]] = [:]
  private var problems: String?
  private var nextID = 0
  private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]

  /// A preview of nothing yet.
  public init() {}

  /// Shows a new site, and has every browser load it.
  public func show(_ rendered: [RenderedFile]) {
    files = Dictionary(rendered.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
    problems = nil
    tell(.reload)
  }

  /// Says what is wrong, over the last good site.
  public func show(problems text: String) {
    problems = text
    tell(.problems(text))
  }

  /// What to answer for a path of the site.
  func lookUp(_ path: String) -> Lookup {
    let name = path.hasSuffix("/") || path.isEmpty ? path + "index.html" : path
    if let bytes = files[name] { return .file(name: name, bytes: bytes) }
    if files["\(path)/index.html"] != nil { return .folder }
    return .missing
  }

  /// What lies at a path.
  enum Lookup: Equatable {
    case file(name: String, bytes: [UInt8])
    /// A folder whose address lacks its final `/`.
    case folder
    case missing
  }

  /// What browsers are told from now on; first of all the problems there are.
  func events() -> AsyncStream<Event> {
    nextID += 1
    let id = nextID
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    listeners[id] = continuation
    continuation.onTermination = { _ in
      Task { await self.forget(id) }
    }
    if let problems { continuation.yield(.problems(problems)) }
    return stream
  }

  /// How many browsers listen.
  public var listenerCount: Int { listeners.count }

  private func forget(_ id: Int) { listeners[id] = nil }

  private func tell(_ event: Event) {
    for listener in listeners.values { listener.yield(event) }
  }
}

#if Servers
  import DocgenHTTPServer

  /// Serves a previewed site on loopback, and notifies browsers when to reload it.
  ///
  /// It responds with files of the site only, so that no path can reach anything else.
  final class PreviewServer: Sendable {
    /// The port in use.
    var port: UInt16 { listener.port }

    private let listener: HTTPListener

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - site: the site to serve.
    ///   - host: a numeric address; requests must name an address or `localhost` in their `Host`.
    ///   - port: the port, or 0 for a free one.
    /// - Throws: `HTTPListener.StartError`.
    init(site: PreviewSite, host: String, port: UInt16) throws(HTTPListener.StartError) {
      let limits = HTTPListener.Limits(bodyBytes: 1 << 16, idleSeconds: 0)
      listener = try HTTPListener(host: host, port: port, limits: limits) { request in
        guard request.namesAnAddress else {
          // Another site's page must not read the preview through a name it controls.
          return HTTPResponse(
            status: 403, headers: ["Content-Type": "text/plain; charset=utf-8"],
            text: "This preview does not serve that host name.\n")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
          return HTTPResponse(
            status: 405,
            headers: ["Allow": "GET, HEAD", "Content-Type": "text/plain; charset=utf-8"],
            text: "A preview can only be read.\n")
        }
        return await Self.response(to: request, from: site)
      }
    }

    /// Closes the socket and every open page's connection.
    func stop() async {
      await listener.stop()
    }

    private static func response(
      to request: HTTPRequest, from site: PreviewSite
    ) async -> HTTPResponse {
      switch request.path {
      case ReloadScript.eventsPath: return await events(of: site)
      case ReloadScript.path:
        return HTTPResponse(
          status: 200, headers: headers(for: "reload.js"), text: ReloadScript.source)
      default: break
      }
      let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .map { PercentDecoding.decodeSegment($0) }.joined(separator: "/")
      switch await site.lookUp(path) {
      case .file(let name, let bytes):
        let isPage = name.hasSuffix(".html")
        return HTTPResponse(
          status: 200, headers: headers(for: name),
          body: isPage ? ReloadScript.added(to: bytes) : bytes)
      case .folder:
        // Only the requested path, never a full address: `//host` must not redirect to another
        // site.
        let target = "/" + request.path.drop { $0 == "/" } + "/"
        return HTTPResponse(status: 301, headers: ["Location": target])
      case .missing:
        var page = Array(
          "<!doctype html><title>Not found</title><p>There is no such page.</p></body>".utf8)
        if case .file(_, let bytes) = await site.lookUp("404.html") { page = bytes }
        return HTTPResponse(
          status: 404, headers: headers(for: "missing.html"),
          body: ReloadScript.added(to: page))
      }
    }

    /// Returns a response with server-sent events (HTML standard, section 9.2).
    private static func events(of site: PreviewSite) async -> HTTPResponse {
      let events = await site.events()
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
      ) { send in
        await send(Array(": listening\n\n".utf8))
        for await event in events { await send(Array(text(of: event).utf8)) }
      }
    }

    private static func text(of event: PreviewSite.Event) -> String {
      switch event {
      case .reload: return "event: reload\ndata:\n\n"
      case .problems(let text):
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return "event: problems\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
      }
    }

    private static func headers(for name: String) -> HTTPHeaders {
      [
        "Content-Type": ContentType.of(name), "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ]
    }
  }

  /// Media types of files by name.
  enum ContentType {
    static func of(_ name: String) -> String {
      let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
      "css": "text/css; charset=utf-8", "gif": "image/gif", "html": "text/html; charset=utf-8",
      "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
      "js": "text/javascript; charset=utf-8", "json": "application/json", "mp4": "video/mp4",
      "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml",
      "txt": "text/plain; charset=utf-8", "webm": "video/webm", "webp": "image/webp",
      "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
    ]
  }
#endif

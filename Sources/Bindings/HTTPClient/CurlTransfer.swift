#if canImport(CDocgenCurl)
  import CDocgenCurl
  import Foundation

  /// One request in libcurl; created on any thread, then used only on the thread of `CurlLoop`.
  final class CurlTransfer: @unchecked Sendable {
    private let request: TransportRequest
    private let options: TransportOptions
    private let cookies: CookieJar?
    private let exchange: Exchange

    /// The easy handle, while the transfer runs.
    private(set) var handle: UnsafeMutableRawPointer?
    /// Whether the transfer was cancelled before it started.
    var isCancelled = false
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var servers: UnsafeMutablePointer<curl_slist>?
    /// The response header, as far as it has arrived.
    private var status = 0
    private var headers = HeaderFields()

    init(
      _ request: TransportRequest, options: TransportOptions, cookies: CookieJar?,
      exchange: Exchange
    ) {
      self.request = request
      self.options = options
      self.cookies = cookies
      self.exchange = exchange
    }

    /// Prepares the transfer; returns `nil` if it was cancelled before.
    func begin() -> UnsafeMutableRawPointer? {
      guard !isCancelled else { return nil }
      guard let handle = curl_easy_init() else {
        exchange.fail(.cannotConnect("libcurl has no memory left"))
        return nil
      }
      self.handle = handle
      setRequest(handle)
      setOptions(handle)
      let context = Unmanaged.passUnretained(self).toOpaque()
      docgen_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
      docgen_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
      docgen_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        CurlTransfer.at(context)?.receiveLine(line)
        return line.count
      }
      docgen_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
        CurlTransfer.at(context)?.exchange.receive(chunk)
        return chunk.count
      }
      return handle
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setRequest(_ handle: UnsafeMutableRawPointer) {
      let address = request.url.absoluteString.prefix { $0 != "#" }
      docgen_curl_set_string(handle, CURLOPT_URL, String(address))
      if let body = request.body {
        docgen_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // libcurl copies the bytes, and needs a pointer even for an empty body.
        (body.isEmpty ? [0] : body).withUnsafeBytes {
          _ = docgen_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        }
      }
      if request.method == "HEAD" { docgen_curl_set_long(handle, CURLOPT_NOBODY, 1) }
      docgen_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
      // Don't wait for "100 Continue", and don't label a body as a form unless the caller does.
      for field in ["Expect:"] + (request.headers["Content-Type"] == nil ? ["Content-Type:"] : []) {
        fields = curl_slist_append(fields, field)
      }
      for field in request.headers.fields {
        // libcurl sends an empty field only with a semicolon (CURLOPT_HTTPHEADER(3)).
        let value = field.value.isEmpty ? ";" : ": \(field.value)"
        fields = curl_slist_append(fields, field.name + value)
      }
      docgen_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields)
    }

    private func setOptions(_ handle: UnsafeMutableRawPointer) {
      docgen_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
      docgen_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      docgen_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "")
      // A proxy's response to CONNECT isn't the server's.
      docgen_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      docgen_curl_set_long(handle, CURLOPT_FRESH_CONNECT, options.reusesConnections ? 0 : 1)
      docgen_curl_set_long(handle, CURLOPT_FORBID_REUSE, options.reusesConnections ? 0 : 1)
      if let roots = options.trustedRoots { docgen_curl_set_roots(handle, roots) }
      if let server = options.connectTo {
        servers = curl_slist_append(nil, "::\(server)")
        docgen_curl_set_pointer(handle, CURLOPT_CONNECT_TO, servers)
      }
      if let cookies {
        docgen_curl_set_string(handle, CURLOPT_COOKIEFILE, "")
        docgen_curl_set_pointer(handle, CURLOPT_SHARE, cookies.share)
      }
    }

    /// Parses a line of the header, including its end.
    private func receiveLine(_ bytes: UnsafeRawBufferPointer) {
      let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      if line.hasPrefix("HTTP/") {
        let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        (self.status, headers) = (status ?? 0, HeaderFields())
      } else if let colon = line.firstIndex(of: ":") {
        let name = String(line[..<colon])
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        headers[name] = headers[name].map { "\($0), \(value)" } ?? value
      } else if line.isEmpty, status >= 200 {
        exchange.receive(status: status, headers: headers)
      }
    }

    /// Frees libcurl's resources and reports the result to the exchange; `nil` means cancelled.
    func end(_ result: CURLcode?) {
      curl_easy_cleanup(handle)
      for list in [fields, servers] { curl_slist_free_all(list) }
      (handle, fields, servers) = (nil, nil, nil)
      switch result {
      case CURLE_OK?: exchange.complete()
      case let code?: exchange.fail(TransportError(code, of: request.url))
      case nil: break
      }
    }
  }

  extension TransportError {
    /// Converts an error of libcurl; where there is no connection, it names the host.
    fileprivate init(_ code: CURLcode, of url: URL) {
      let reason = "\(String(cString: curl_easy_strerror(code))) (\(code.rawValue))"
      switch code {
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: self = .invalidRequest(reason)
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
        let port = url.port.map { ":\($0)" } ?? ""
        self = .cannotConnect("\(url.host() ?? "")\(port): \(reason)")
      case CURLE_OPERATION_TIMEDOUT: self = .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        self = .insecure(reason)
      default: self = .connectionLost(reason)
      }
    }
  }
#endif

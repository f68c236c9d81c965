import DocgenGzip
import DocgenHTTPServer

/// Compressed bodies of requests and responses (rest/handler.go, rest/encoded_response_writer.go).
enum ContentCoding {
  /// The maximum size of a decompressed body, the same as of an uncompressed one.
  static let limit = HTTPListener.Limits().bodyBytes

  /// Returns the request with its body decompressed.
  static func decompressed(_ request: HTTPRequest) throws(GatewayError) -> HTTPRequest {
    guard let coding = request.headers["Content-Encoding"], !coding.isEmpty else { return request }
    var request = request
    request.body = try decompressed(request.body, coding: coding)
    request.headers["Content-Encoding"] = nil
    return request
  }

  /// Decompresses a body, or a part of one.
  static func decompressed(_ body: [UInt8], coding: String?) throws(GatewayError) -> [UInt8] {
    switch coding ?? "" {
    case "": return body
    case "gzip":
      do {
        return try GzipDecoder.decode(body, limit: limit)
      } catch .invalidHeader {
        throw .internalError(GzipError.invalidHeader.description)
      } catch .tooLarge {
        // The original has no limit here, and can be made to run out of memory.
        throw GatewayError(413, reason: "the unpacked body has more than \(limit) bytes")
      } catch {
        throw .badJSON
      }
    default: throw GatewayError(415, reason: "Unsupported Content-Encoding; use gzip")
    }
  }

  /// Compresses the response, if the request and the configuration allow it and its type compresses
  /// well.
  static func compressed(
    _ response: HTTPResponse, for request: HTTPRequest, configuration: GatewayConfiguration
  ) -> HTTPResponse {
    guard configuration.compressesResponses, isCompressible(response), isAccepted(by: request)
    else { return response }
    var compressed = response
    switch response.body {
    case .bytes(let bytes):
      if bytes.isEmpty { return response }
      compressed.body = .bytes(GzipEncoder.encode(bytes))
    case .stream(let writer): compressed.body = .stream(self.compressed(writer))
    case .upgrade: return response
    }
    compressed.headers["Content-Encoding"] = "gzip"
    return compressed
  }

  private static func isCompressible(_ response: HTTPResponse) -> Bool {
    let type = response.headers["Content-Type"] ?? ""
    return response.status < 300 && response.headers["Content-Encoding"] == nil
      && ["application/json", "text/", "multipart/mixed"].contains { type.hasPrefix($0) }
  }

  private static func isAccepted(by request: HTTPRequest) -> Bool {
    guard request.headers["Accept-Encoding"]?.contains("gzip") ?? false,
      !["HEAD", "PUT", "DELETE"].contains(request.method)
    else { return false }
    // Only Couchbase Lite gets a compressed `_bulk_get`.
    return !request.path.contains("_bulk_get") || request.isFromCouchbaseLite
  }

  private static func compressed(
    _ writer: @escaping HTTPResponse.Writer
  ) -> HTTPResponse.Writer {
    { send in
      let encoder = GzipEncoder()
      await writer { await send(encoder.encode($0)) }
      await send(encoder.finish())
    }
  }
}

extension HTTPRequest {
  /// Whether Couchbase Lite sends the request (`NewUserAgentVersion`): 1.2 or later, which the
  /// guides are about.
  var isFromCouchbaseLite: Bool { headers["User-Agent"]?.hasPrefix("CouchbaseLite/") ?? false }
}

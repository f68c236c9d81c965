import CDocgenMicroHTTPD
import Foundation

/// A libmicrohttpd connection; its functions lock internally, so any thread may resume it.
struct Connection: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }

  /// The socket, while the connection is open.
  var descriptor: Int32 { docgen_mhd_socket(pointer) }

  var headers: HTTPHeaders {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { headers in
      _ = MHD_get_connection_values(
        pointer, .HEADER_KIND,
        { context, _, name, value in
          let headers = context!.assumingMemoryBound(to: HTTPHeaders.self)
          headers.pointee.add(
            name.map { String(cString: $0) } ?? "", value: value.map { String(cString: $0) } ?? "")
          return .YES
        }, headers)
    }
    return headers
  }

  /// Passes a response to libmicrohttpd; `.NO` makes it close the connection.
  func queue(_ response: HTTPResponse, streamingIn exchanges: ExchangeTable) -> MHD_Result {
    let cut: Int?
    switch response.delivery {
    case .complete: cut = nil
    case .cut(let length): cut = length
    case .dropped: return .NO
    }
    let created: OpaquePointer?
    switch response.body {
    case .bytes(let bytes) where cut != nil || bytes.count > PendingResponses.smallBody:
      created = SharedBody.create(bytes, cutAfter: cut ?? bytes.count)
    case .bytes(let bytes):
      created = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let writer):
      created = ResponseStream.create(writer, cutAfter: cut, on: self, in: exchanges)
    case .upgrade:
      created = Upgrade.createResponse(in: exchanges)
    }
    guard let created else { return .NO }
    defer { MHD_destroy_response(created) }
    for field in response.headers.fields {
      // libmicrohttpd rejects an empty value. Receivers ignore a space, because white space around
      // a value isn't part of it (RFC 9110 5.5).
      let value = field.value.isEmpty ? " " : field.value
      guard MHD_add_response_header(created, field.name, value) == .YES else {
        return response.status == 500 ? .NO : queue(.invalidHeader, streamingIn: exchanges)
      }
    }
    if cut != nil { MHD_add_response_header(created, "Connection", "close") }
    return MHD_queue_response(pointer, UInt32(response.status), created)
  }
}

import CDocgenMicroHTTPD
import Foundation

/// libmicrohttpd without docgen's server: one thread that polls and responds with a greeting.
final class BareServer {
  private let daemon: OpaquePointer
  let port: UInt16

  init() throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let started = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        docgen_mhd_start($0, false, sayHello, ignoreTarget, ignoreEnd, nil, nil, 2_000, 0, nil, nil)
      }
    }
    guard let started else { throw BenchFailure(description: "libmicrohttpd does not start") }
    daemon = started
    port = docgen_mhd_port(started)
  }

  deinit { MHD_stop_daemon(daemon) }
}

private func ignoreTarget(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? { nil }

private func ignoreEnd(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {}

/// Reads the header and any body, then responds, as libmicrohttpd's own examples do.
private func sayHello(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let request, let uploadSize else { return .NO }
  if request.pointee == nil {
    request.pointee = UnsafeMutableRawPointer(bitPattern: 1)
    return .YES
  }
  if uploadSize.pointee > 0 {
    uploadSize.pointee = 0
    return .YES
  }
  request.pointee = nil
  var hello = Array("hello\n".utf8)
  let response = MHD_create_response_from_buffer(hello.count, &hello, .RESPMEM_MUST_COPY)
  defer { MHD_destroy_response(response) }
  return MHD_queue_response(connection, 200, response)
}

import CMicroHTTPD
import Foundation

/// Hands connections over from libmicrohttpd to the closures of `HTTPResponse.Body.upgrade`.
enum Upgrade {
  static func createResponse(in exchanges: ExchangeTable) -> OpaquePointer? {
    MHD_create_response_for_upgrade(
      handOver, Unmanaged.passUnretained(exchanges).toOpaque())
  }
}

/// Called on the polling thread once the answer of 101 has been sent.
///
/// The exchange is alive here: only `requestCompleted` releases it, which comes after.
private func handOver(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutableRawPointer?, extra: UnsafePointer<CChar>?, extraCount: Int,
  socket: MHD_socket, handle: OpaquePointer?
) {
  guard let context, let request else { return docgen_mhd_close_upgraded(handle) }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
  let received = Array(UnsafeRawBufferPointer(start: extra, count: extraCount))
  guard case .answered(let response) = exchange.phase, case .upgrade(let converse) = response.body,
    let upgraded = UpgradedConnection(socket: socket, received: received, handle: handle)
  else { return docgen_mhd_close_upgraded(handle) }
  exchanges.run {
    await withTaskCancellationHandler {
      await converse(upgraded)
      upgraded.close()
      await upgraded.closed()
    } onCancel: {
      upgraded.abandon()
    }
  }
}

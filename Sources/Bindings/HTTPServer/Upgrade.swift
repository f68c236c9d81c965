import CDocgenMicroHTTPD
import Foundation

/// Passes upgraded connections from libmicrohttpd to the closures of `HTTPResponse.Body.upgrade`.
enum Upgrade {
  static func createResponse(in exchanges: ExchangeTable) -> OpaquePointer? {
    MHD_create_response_for_upgrade(
      handOver, Unmanaged.passUnretained(exchanges).toOpaque())
  }
}

/// Called on the polling thread after the 101 has been sent.
///
/// The exchange is still alive: only `requestCompleted` releases it, which is called later.
private func handOver(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutableRawPointer?, extra: UnsafePointer<CChar>?, extraCount: Int,
  socket: MHD_socket, handle: OpaquePointer?
) {
  guard let context, let request else {
    return UpgradedConnection.Handle(pointer: handle).close()
  }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
  let received = Array(UnsafeRawBufferPointer(start: extra, count: extraCount))
  let connection = UpgradedConnection.Handle(pointer: handle)
  guard case .responded(let response) = exchange.phase, case .upgrade(let converse) = response.body
  else { return connection.close() }
  let conversation = exchanges.run {
    let upgraded = UpgradedConnection(
      socket: socket, received: received, handle: connection,
      idleSeconds: exchanges.limits.idleSeconds)
    guard let upgraded else { return connection.close() }
    await withTaskCancellationHandler {
      await converse(upgraded)
      upgraded.close()
      await upgraded.closed()
    } onCancel: {
      upgraded.abandon()
    }
  }
  if conversation == nil { connection.close() }
}

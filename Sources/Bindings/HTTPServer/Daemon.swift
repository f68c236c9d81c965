import CMicroHTTPD
import Foundation
import Synchronization

/// Owns the libmicrohttpd daemon and the three C callbacks.
///
/// The callbacks run on libmicrohttpd's polling thread; `stop` may come from any other.
final class Daemon: Sendable {
  /// The daemon's handle; `nil` once stopped, so it is never stopped twice.
  private let handle: Mutex<Handle?>
  let port: UInt16
  private let exchanges: ExchangeTable

  /// libmicrohttpd locks its daemon itself, so the pointer may cross threads.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  init(
    address: SocketAddress, limits: HTTPListener.Limits, tls: HTTPListener.Certificate?,
    exchanges: ExchangeTable
  ) throws(HTTPListener.StartError) {
    self.exchanges = exchanges
    let context = Unmanaged.passUnretained(exchanges).toOpaque()
    errno = 0
    let start = { (certificate: UnsafePointer<CChar>?, privateKey: UnsafePointer<CChar>?) in
      address.withSocketAddress {
        docgen_mhd_start(
          $0, address.isIPv6, answer, requestStarted, requestCompleted, context,
          UInt32(limits.connections), UInt32(limits.idleSeconds), certificate, privateKey)
      }
    }
    let started =
      if let tls {
        tls.chain.withCString { chain in tls.privateKey.withCString { start(chain, $0) } }
      } else {
        start(nil, nil)
      }
    guard let started else {
      throw .cannotListen(
        host: address.host, port: address.port, reason: String(cString: strerror(errno)))
    }
    port = docgen_mhd_port(started)
    handle = Mutex(Handle(pointer: started))
  }

  func stop() {
    let taken = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let taken { MHD_stop_daemon(taken.pointer) }
  }

  deinit { stop() }
}

/// First word of a request: the only place where libmicrohttpd shows the target undecoded.
private func requestStarted(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "/")).toOpaque()
}

/// Last word of a request, however it ended: balances the retain of `requestStarted`.
private func requestCompleted(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let pointer = request?.pointee else { return }
  request?.pointee = nil
  Unmanaged<Exchange>.fromOpaque(pointer).release()
}

/// Called once with the header, then per piece of body, then once more, then once to answer.
private func answer(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let uploadSize, let pointer = request?.pointee else {
    return .NO
  }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  switch exchange.phase {
  case .header:
    exchange.receiveHeader(
      method: method.map { String(cString: $0) } ?? "", headers: Connection(connection).headers)
    if let length = exchange.declaredLength, length > exchanges.limits.bodyBytes {
      return Connection(connection).queue(.bodyTooLarge, streamingIn: exchanges)
    }
    return .YES
  case .body where uploadSize.pointee > 0:
    let piece = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    exchange.receiveBody(piece, limit: exchanges.limits.bodyBytes)
    uploadSize.pointee = 0
    return .YES
  case .body:
    let isWaiting = exchanges.handle(exchange, on: Connection(connection))
    guard !isWaiting, case .answered(let response) = exchange.phase else { return .YES }
    return Connection(connection).queue(response, streamingIn: exchanges)
  case .handling:
    return .YES
  case .answered(let response):
    return Connection(connection).queue(response, streamingIn: exchanges)
  }
}

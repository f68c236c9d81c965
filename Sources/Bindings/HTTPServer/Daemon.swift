import CDocgenMicroHTTPD
import Foundation
import Synchronization

/// Owns the libmicrohttpd daemon and the four C callbacks.
///
/// The callbacks run on libmicrohttpd's polling thread; any thread may call `stop`.
final class Daemon: Sendable {
  /// The daemon's handle; `nil` once stopped, so that it isn't stopped twice.
  private let handle: Mutex<Handle?>
  let port: UInt16
  private let exchanges: ExchangeTable

  /// The number of connections over the limit that get a response at a time.
  ///
  /// libmicrohttpd itself would close them without one.
  private static let surplusConnections = 100

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
          $0, address.isIPv6, respond, requestStarted, requestCompleted, connectionChanged,
          context, UInt32(limits.connections + Self.surplusConnections), UInt32(limits.idleSeconds),
          certificate, privateKey)
      }
    }
    let started =
      if let tls {
        tls.chain.withCString { chain in tls.privateKey.withCString { start(chain, $0) } }
      } else {
        start(nil, nil)
      }
    guard let started else {
      let remedy =
        errno == EADDRINUSE ? "; stop the program that uses it, or choose another port" : ""
      throw .cannotListen(
        host: address.host, port: address.port, reason: String(cString: strerror(errno)) + remedy)
    }
    port = docgen_mhd_port(started)
    handle = Mutex(Handle(pointer: started))
  }

  func stop() {
    let stopped = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    guard let stopped else { return }
    // If libmicrohttpd refuses a malformed request while it is being stopped, it reads a response
    // that doesn't exist (`transmit_error_response_len`, versions 0.9.75 to 1.0.1). So connections
    // end first, and no others begin; after `MHD_quiesce_daemon`, it may end the process, because
    // its thread also removes the socket from those that it polls (0.9.75).
    docgen_mhd_shut_down_listening(stopped.pointer)
    exchanges.connections.closeAll()
    MHD_stop_daemon(stopped.pointer)
  }

  deinit { stop() }
}

/// The mark that libmicrohttpd stores for a connection beyond the limit, instead of a pointer.
private var surplus: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

/// Called when a connection starts, and when it ends.
private func connectionChanged(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  mark: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection, let mark else { return }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(context).takeUnretainedValue()
  let socket = Connection(connection).descriptor
  if code == .CONNECTION_NOTIFY_CLOSED { return exchanges.connections.remove(socket) }
  let isSurplus = exchanges.connections.add(socket, limit: exchanges.limits.connections)
  mark.pointee = isSurplus ? surplus : nil
}

/// Called first for a request: the only callback in which libmicrohttpd provides the undecoded
/// target.
private func requestStarted(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  let mark = connection.flatMap(docgen_mhd_socket_context)
  let exchange = Exchange(
    target: target.map { String(cString: $0) } ?? "/", isSurplus: mark == surplus)
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called last for a request, however it ended: balances the retain of `requestStarted`.
private func requestCompleted(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let pointer = request?.pointee else { return }
  request?.pointee = nil
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
  guard let context else { return }
  let exchanges = Unmanaged<ExchangeTable>.fromOpaque(context).takeUnretainedValue()
  exchange.forgetBody(exchanges.bodies)
  exchange.forgetResponse(exchanges.responses)
}

/// Called with the header, then for each chunk of the body, then at its end, then to respond.
private func respond(
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
    guard let reason = exchanges.refusal(of: exchange) else { return .YES }
    // Read the body anyway: if a server closes the connection while a client is sending, the
    // connection is reset, and the response may be lost (RFC 9112 9.6).
    exchange.refuse(reason)
    guard exchange.awaitsContinue || reason.hidesBody else { return .YES }
    return Connection(connection).queue(
      exchanges.response(for: reason, to: exchange), streamingIn: exchanges)
  case .body where uploadSize.pointee > 0:
    let chunk = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    exchange.receiveBody(chunk, limits: exchanges.limits, total: exchanges.bodies)
    uploadSize.pointee = 0
    return .YES
  case .body:
    let isWaiting = exchanges.handle(exchange, on: Connection(connection))
    guard !isWaiting, case .responded(let response) = exchange.phase else { return .YES }
    return Connection(connection).queue(response, streamingIn: exchanges)
  case .handling:
    return .YES
  case .responded(let response):
    return Connection(connection).queue(response, streamingIn: exchanges)
  }
}

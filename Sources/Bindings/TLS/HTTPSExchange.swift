import CDocgenOpenSSL
import Foundation

/// One request and its response, with blocking calls; run it on a separate thread.
struct HTTPSExchange: Sendable {
  let target: HTTPSAddress
  let roots: [String]?
  let moment: Date
  let limits: HTTPSClient.Limits
  let stop: ExchangeStop

  /// Returns the response; if the exchange was stopped, any error becomes `timedOut`.
  func run() throws(TLSError) -> HTTPSClient.Response {
    do throws(TLSError) {
      return try exchange()
    } catch {
      throw stop.isStopped ? .timedOut : error
    }
  }

  private func exchange() throws(TLSError) -> HTTPSClient.Response {
    // If the server disconnects during a write, SIGPIPE must not end the process. The thread ends
    // with the exchange, so blocking the signal affects no other code.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let socket = try ClientSocket(
      host: target.host, port: target.port, seconds: limits.seconds, stop: stop)
    let connection = try TLSConnection.open(
      over: socket.handle, host: target.host, roots: roots, moment: moment)
    guard let certificate = PeerCertificate(of: connection.pointer) else {
      throw .untrusted("the server has shown no certificate")
    }
    // HTTP/1.0 requests a response that isn't chunked.
    try connection.write(
      "GET \(target.target) HTTP/1.0\r\nHost: \(target.hostField)\r\nAccept: application/json\r\n"
        + "Connection: close\r\n\r\n")
    var bytes: [UInt8] = []
    while let chunk = try connection.read() {
      bytes += chunk
      if bytes.count > limits.bytes { throw .tooLarge(limit: limits.bytes) }
      if stop.isStopped { throw .timedOut }
      if HTTPSResponseReader.isComplete(bytes) { break }
    }
    return try HTTPSResponseReader.read(bytes, from: certificate)
  }
}

/// A connected socket, closed with its owner.
struct ClientSocket: ~Copyable {
  let handle: Int32
  private let stop: ExchangeStop

  /// - Parameters:
  ///   - host: the name or address.
  ///   - port: the port.
  ///   - seconds: the time limit for connecting, which `stop` can't interrupt.
  ///   - stop: stops everything after connecting.
  init(host: String, port: UInt16, seconds: Double, stop: ExchangeStop) throws(TLSError) {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0 else { throw .unreachable(host) }
    defer { freeaddrinfo(found) }
    var next = found
    while let candidate = next?.pointee {
      if let handle = Self.connected(candidate, seconds: seconds) {
        self.handle = handle
        self.stop = stop
        stop.watch(handle)
        return
      }
      next = candidate.ai_next
    }
    throw .unreachable(host)
  }

  private static func connected(_ address: addrinfo, seconds: Double) -> Int32? {
    let handle = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard handle >= 0 else { return nil }
    var limit = timeval(
      tv_sec: Int(seconds), tv_usec: .init((seconds - seconds.rounded(.down)) * 1e6))
    let length = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &limit, length)
    if connect(handle, address.ai_addr, address.ai_addrlen) == 0 { return handle }
    close(handle)
    return nil
  }

  deinit {
    stop.release()
    close(handle)
  }
}

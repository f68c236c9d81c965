import Foundation

/// A numeric address and port in the format of the socket functions.
struct SocketAddress {
  let host: String
  let port: UInt16
  let isIPv6: Bool
  private let storage: [UInt8]

  init(host: String, port: UInt16) throws(HTTPListener.StartError) {
    self.host = host
    self.port = port
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      storage = withUnsafeBytes(of: v4) { Array($0) }
      isIPv6 = false
    } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      storage = withUnsafeBytes(of: v6) { Array($0) }
      isIPv6 = true
    } else {
      throw .invalidAddress(host)
    }
  }

  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    storage.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self)) }
  }
}

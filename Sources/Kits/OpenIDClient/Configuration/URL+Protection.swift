import Foundation

extension URL {
  /// Whether requests to this address are encrypted.
  var isHTTPS: Bool { scheme?.lowercased() == "https" }

  /// Whether requests to this address are in clear but never leave this machine.
  var isLoopbackHTTP: Bool {
    guard scheme?.lowercased() == "http", let host = host()?.lowercased() else { return false }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    let isIPv4 = octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
    return isIPv4 || ["localhost", "::1", "[::1]"].contains(host)
  }
}

extension HTTPRequest {
  /// Whether the `Host` field names the server by an address or as `localhost`.
  ///
  /// A page's own host name can resolve to this machine (DNS rebinding), and its scripts would then
  /// have the server's origin; an address can't. Emulators that reach their host by an address,
  /// such as 10.0.2.2, pass.
  public var namesAnAddress: Bool {
    guard let header = headers["Host"]?.utf8 else { return false }
    if header.first == UInt8(ascii: "[") { return true }
    let name = header.prefix { $0 != UInt8(ascii: ":") }
    let isNumeric = name.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    return isNumeric ? !name.isEmpty : Substring(name).lowercased() == "localhost"
  }

  /// Whether a web page of another server sent the request (RFC 6454 7).
  ///
  /// Any page can make a browser send simple requests to this machine, but the browser adds
  /// `Origin`.
  public var hasForeignOrigin: Bool {
    headers["Origin"].map { $0 != "http://" + (headers["Host"] ?? "") } ?? false
  }
}

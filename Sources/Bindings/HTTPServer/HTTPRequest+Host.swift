extension HTTPRequest {
  /// Whether the `Host` field names the server by an address or as `localhost`.
  ///
  /// A page's own name can be made to lead to this machine (DNS rebinding), and its scripts would
  /// then count as the server's own; an address cannot. Emulators, which reach their machine by an
  /// address such as 10.0.2.2, pass.
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
  /// Any page can make a browser send simple requests to this machine, but not without this field.
  public var hasForeignOrigin: Bool {
    headers["Origin"].map { $0 != "http://" + (headers["Host"] ?? "") } ?? false
  }
}

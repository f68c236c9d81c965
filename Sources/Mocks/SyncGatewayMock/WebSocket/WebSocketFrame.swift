/// One frame of the WebSocket protocol (RFC 6455 5.2).
struct WebSocketFrame: Equatable {
  enum Kind: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  var kind: Kind
  var isFinal = true
  var payload: [UInt8]

  /// An invalid frame from a client; the code is that of RFC 6455 7.4.1.
  struct Violation: Error, Equatable {
    var code: UInt16
  }

  /// The bytes of the frame as a server sends it, unmasked.
  var serialized: [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | kind.rawValue]
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ..<65_536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(127)
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return bytes + payload
  }

  /// Returns the closing frame for a reason.
  static func close(_ code: UInt16) -> WebSocketFrame {
    WebSocketFrame(kind: .close, payload: [UInt8(code >> 8), UInt8(code & 0xFF)])
  }

  /// Removes and returns the first frame of the received bytes; `nil` while it is incomplete.
  ///
  /// - Parameter limit: the longest payload accepted.
  static func parse(
    from bytes: inout [UInt8], limit: Int
  ) throws(Violation) -> WebSocketFrame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, let kind = Kind(rawValue: bytes[0] & 0x0F) else {
      throw Violation(code: 1002)
    }
    // A client must mask frames; control frames must be short and unfragmented.
    guard bytes[1] & 0x80 != 0 else { throw Violation(code: 1002) }
    let isFinal = bytes[0] & 0x80 != 0
    var length = Int(bytes[1] & 0x7F)
    if kind.rawValue >= 8, !isFinal || length > 125 { throw Violation(code: 1002) }
    var start = 2
    if length >= 126 {
      let width = length == 126 ? 2 : 8
      guard bytes.count >= 2 + width else { return nil }
      guard bytes[2] < 0x80 || width == 2 else { throw Violation(code: 1002) }
      length = bytes[2..<2 + width].reduce(0) { $0 << 8 | Int($1) }
      start += width
    }
    guard length <= limit else { throw Violation(code: 1009) }
    guard bytes.count >= start + 4 + length else { return nil }
    let mask = Array(bytes[start..<start + 4])
    let payload = bytes[(start + 4)..<(start + 4 + length)].enumerated().map {
      $0.element ^ mask[$0.offset & 3]
    }
    bytes.removeFirst(start + 4 + length)
    return WebSocketFrame(kind: kind, isFinal: isFinal, payload: payload)
  }
}

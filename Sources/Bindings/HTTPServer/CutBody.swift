import CMicroHTTPD
import Foundation

/// The first bytes of a body whose header announces the full length.
///
/// Only libmicrohttpd's polling thread reads it.
final class CutBody: Sendable {
  private let bytes: [UInt8]
  private let length: Int

  private init(bytes: [UInt8], length: Int) {
    self.bytes = bytes
    self.length = length
  }

  /// Creates a response that announces all of `bytes`, sends `length` of them and closes the
  /// connection.
  static func create(_ bytes: [UInt8], cutAfter length: Int) -> OpaquePointer? {
    let body = CutBody(bytes: bytes, length: max(0, min(length, bytes.count)))
    let context = Unmanaged.passRetained(body).toOpaque()
    let response = MHD_create_response_from_callback(
      UInt64(bytes.count), 16_384,
      { context, position, buffer, capacity in
        let body = Unmanaged<CutBody>.fromOpaque(context!).takeUnretainedValue()
        return body.read(
          from: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      }, context,
      { context in Unmanaged<CutBody>.fromOpaque(context!).release() })
    if response == nil { Unmanaged<CutBody>.fromOpaque(context).release() }
    return response
  }

  private func read(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard position < length else { return docgen_mhd_end_with_error() }
    let chunk = bytes[position..<min(length, position + buffer.count)]
    buffer.copyBytes(from: chunk)
    return chunk.count
  }
}

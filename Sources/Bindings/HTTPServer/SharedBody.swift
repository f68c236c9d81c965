import CDocgenMicroHTTPD
import Foundation

/// A body that libmicrohttpd reads without a copy, or only its first bytes after a header that
/// announces the full length.
///
/// Only libmicrohttpd's polling thread reads it.
final class SharedBody: Sendable {
  private let bytes: [UInt8]
  private let length: Int

  private init(bytes: [UInt8], length: Int) {
    self.bytes = bytes
    self.length = length
  }

  /// Creates a response that announces all of `bytes` and sends `length` of them; if that is fewer,
  /// the connection then closes.
  static func create(_ bytes: [UInt8], cutAfter length: Int) -> OpaquePointer? {
    let body = SharedBody(bytes: bytes, length: max(0, min(length, bytes.count)))
    let context = Unmanaged.passRetained(body).toOpaque()
    let response = MHD_create_response_from_callback(
      UInt64(bytes.count), 16_384,
      { context, position, buffer, capacity in
        let body = Unmanaged<SharedBody>.fromOpaque(context!).takeUnretainedValue()
        return body.read(
          from: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
      }, context,
      { context in Unmanaged<SharedBody>.fromOpaque(context!).release() })
    if response == nil { Unmanaged<SharedBody>.fromOpaque(context).release() }
    return response
  }

  private func read(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard position < length else { return docgen_mhd_end_with_error() }
    let end = min(length, position + buffer.count)
    bytes.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    }
    return end - position
  }
}

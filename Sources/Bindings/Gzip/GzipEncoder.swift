import CDocgenZlib

/// Compresses bytes as gzip (RFC 1952), one chunk at a time.
///
/// A class without locks and deliberately not `Sendable`: only one task uses it.
public final class GzipEncoder {
  /// zlib's state, which must not move while it is in use.
  private let state: UnsafeMutablePointer<z_stream>

  /// Creates an encoder.
  public init() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    _ = docgen_gzip_begin_deflating(state)
  }

  deinit {
    deflateEnd(state)
    state.deallocate()
  }

  /// Returns bytes compressed in one step.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    GzipEncoder().packed(bytes, flush: Z_FINISH)
  }

  /// Compresses a chunk so that the receiver can decompress all of it immediately.
  public func encode(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, flush: Z_SYNC_FLUSH) }

  /// Returns the end of the compressed bytes; don't use the encoder afterwards.
  public func finish() -> [UInt8] { packed([], flush: Z_FINISH) }

  private func packed(_ bytes: [UInt8], flush: Int32) -> [UInt8] {
    var bytes = bytes
    var packed: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: max(64, min(65_536, bytes.count / 2)))
    bytes.withUnsafeMutableBufferPointer { input in
      state.pointee.next_in = input.baseAddress
      state.pointee.avail_in = UInt32(clamping: input.count)
      repeat {
        let count = chunk.withUnsafeMutableBufferPointer { output in
          state.pointee.next_out = output.baseAddress
          state.pointee.avail_out = UInt32(clamping: output.count)
          _ = deflate(state, flush)
          return output.count - Int(state.pointee.avail_out)
        }
        packed += chunk[..<count]
        // An output buffer that isn't full is the last one.
      } while state.pointee.avail_out == 0
      state.pointee.next_in = nil
    }
    return packed
  }
}

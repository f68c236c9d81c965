import CZlib

/// Packs bytes as gzip (RFC 1952), a piece at a time.
///
/// A class without locks and deliberately not `Sendable`: one task uses it.
public final class GzipEncoder {
  /// zlib's state, which must not move while it is in use.
  private let state: UnsafeMutablePointer<z_stream>

  /// An encoder that has packed nothing yet.
  public init() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    _ = docgen_gzip_begin_deflating(state)
  }

  deinit {
    deflateEnd(state)
    state.deallocate()
  }

  /// The bytes packed in one go.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    GzipEncoder().packed(bytes, Z_FINISH)
  }

  /// A piece, packed so that the receiver can unpack all of it at once.
  public func encode(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, Z_SYNC_FLUSH) }

  /// The end of the packed bytes; the encoder is of no use afterwards.
  public func finish() -> [UInt8] { packed([], Z_FINISH) }

  private func packed(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var bytes = bytes
    var packed: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: max(64, min(65_536, bytes.count / 2)))
    bytes.withUnsafeMutableBufferPointer { input in
      state.pointee.next_in = input.baseAddress
      state.pointee.avail_in = UInt32(clamping: input.count)
      repeat {
        let count = piece.withUnsafeMutableBufferPointer { output in
          state.pointee.next_out = output.baseAddress
          state.pointee.avail_out = UInt32(clamping: output.count)
          _ = deflate(state, flush)
          return output.count - Int(state.pointee.avail_out)
        }
        packed += piece[..<count]
        // A piece that was not filled is the last one.
      } while state.pointee.avail_out == 0
      state.pointee.next_in = nil
    }
    return packed
  }
}

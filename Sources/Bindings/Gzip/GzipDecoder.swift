import CDocgenZlib

/// Decompresses gzip (RFC 1952) with a size limit.
public enum GzipDecoder {
  /// Returns the decompressed bytes; concatenates those of several members.
  ///
  /// - Parameters:
  ///   - packed: the complete compressed bytes.
  ///   - limit: the maximum number of decompressed bytes; decompression stops there.
  /// - Throws: `GzipError`.
  public static func decode(_ packed: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
    guard packed.count > 2, packed[0] == 0x1F, packed[1] == 0x8B else { throw .invalidHeader }
    let stream = InflatingStream()
    var packed = packed
    var unpacked: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    // Pass offsets, not pointers, from one call to the next.
    var consumed = 0
    while true {
      let step = packed.withUnsafeMutableBufferPointer { input in
        chunk.withUnsafeMutableBufferPointer { output in
          stream.inflate(UnsafeMutableBufferPointer(rebasing: input[consumed...]), into: output)
        }
      }
      consumed += step.consumed
      if unpacked.count + step.produced > limit { throw .tooLarge(limit: limit) }
      unpacked += chunk[..<step.produced]
      switch step.status {
      case Z_STREAM_END:
        if consumed == packed.count { return unpacked }
        stream.reset()
      case Z_OK where step.consumed + step.produced > 0: continue
      default: throw .corrupt
      }
    }
  }
}

/// Owns zlib's state, which must not move while it is in use.
private struct InflatingStream: ~Copyable {
  private let state: UnsafeMutablePointer<z_stream>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    _ = docgen_gzip_begin_inflating(state)
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
  }

  func reset() { inflateReset(state) }

  func inflate(
    _ input: UnsafeMutableBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> (status: Int32, consumed: Int, produced: Int) {
    state.pointee.next_in = input.baseAddress
    state.pointee.avail_in = UInt32(clamping: input.count)
    state.pointee.next_out = output.baseAddress
    state.pointee.avail_out = UInt32(clamping: output.count)
    let given = (Int(state.pointee.avail_in), Int(state.pointee.avail_out))
    let status = CDocgenZlib.inflate(state, Z_NO_FLUSH)
    return (status, given.0 - Int(state.pointee.avail_in), given.1 - Int(state.pointee.avail_out))
  }
}

/// The reason why bytes couldn't be decompressed.
public enum GzipError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes don't start with a gzip header.
  case invalidHeader
  /// The bytes start with a gzip header, but are corrupt or incomplete.
  case corrupt
  /// The decompressed bytes exceed the limit.
  case tooLarge(limit: Int)

  /// A one-line description for users.
  public var description: String {
    switch self {
    case .invalidHeader: "gzip: invalid header"
    case .corrupt: "gzip: corrupt or incomplete data"
    case .tooLarge(let limit): "gzip: more than \(limit) bytes when unpacked"
    }
  }
}

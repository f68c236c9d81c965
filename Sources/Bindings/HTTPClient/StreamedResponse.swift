/// An answer whose body is still coming.
///
/// The request ends when the body has been read to its end, when the reading task is cancelled, or
/// when nobody holds the answer any more. The body can be read once, by one task.
public struct StreamedResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: HeaderFields
  /// The body in pieces, as they come.
  public let pieces: BodyPieces

  /// An answer with the given parts; what transports of tests make.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - headers: the header fields.
  ///   - body: the pieces, and the error that ends them before their time.
  ///   - lineLimit: how many bytes a line may have.
  public init(
    status: Int, headers: HeaderFields = [:], body: AsyncThrowingStream<[UInt8], any Error>,
    lineLimit: Int = 64 << 20
  ) {
    self.status = status
    self.headers = headers
    let source = StreamSource(body)
    pieces = BodyPieces(limit: lineLimit) { () throws(TransportError) in try await source.next() }
  }

  init(status: Int, headers: HeaderFields, pieces: BodyPieces) {
    self.status = status
    self.headers = headers
    self.pieces = pieces
  }

  /// The body in lines without their ends, LF or CR LF; empty lines, such as heartbeats, are kept.
  ///
  /// A last line without an end is a line too, unless it is empty.
  public var lines: BodyLines { BodyLines(pieces: pieces) }
}

/// A body in pieces, as they come over the wire.
public struct BodyPieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let limit: Int
  let nextPiece: @Sendable () async throws(TransportError) -> [UInt8]?

  init(
    limit: Int, nextPiece: @escaping @Sendable () async throws(TransportError) -> [UInt8]?
  ) {
    self.limit = limit
    self.nextPiece = nextPiece
  }

  /// The next piece, never empty; `nil` at the end.
  public func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(TransportError) -> [UInt8]? {
    try await nextPiece()
  }

  /// The pieces from here on.
  public func makeAsyncIterator() -> BodyPieces { self }
}

/// A body in lines.
public struct BodyLines: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let pieces: BodyPieces
  private var pending: [UInt8] = []
  private var position = 0
  private var isOver = false

  init(pieces: BodyPieces) { self.pieces = pieces }

  /// The next line's bytes; `nil` at the end.
  public mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(TransportError) -> [UInt8]? {
    var searchStart = position
    while true {
      if let end = pending[searchStart...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return Self.line(pending[position..<end])
      }
      pending.removeFirst(position)
      position = 0
      searchStart = pending.count
      if isOver {
        defer { pending = [] }
        return pending.isEmpty ? nil : Self.line(pending[...])
      }
      if pending.count > pieces.limit { throw .bodyTooLarge(limit: pieces.limit) }
      if let piece = try await pieces.next() { pending += piece } else { isOver = true }
    }
  }

  /// The lines from here on.
  public func makeAsyncIterator() -> BodyLines { self }

  private static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
  }
}

/// A test's stream behind the same interface as a connection.
private actor StreamSource {
  private let stream: AsyncThrowingStream<[UInt8], any Error>

  init(_ stream: AsyncThrowingStream<[UInt8], any Error>) { self.stream = stream }

  func next() async throws(TransportError) -> [UInt8]? {
    // The stream's iterators share its buffer, so a new one goes on where the last one stopped.
    var iterator = stream.makeAsyncIterator()
    do {
      return try await iterator.next(isolation: self)
    } catch let error as TransportError {
      throw error
    } catch {
      throw .connectionLost("\(error)")
    }
  }
}

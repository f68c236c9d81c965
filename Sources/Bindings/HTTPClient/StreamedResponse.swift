/// A response whose body is still arriving.
///
/// The request ends when the body has been read, when the reading task is cancelled, or when the
/// last reference to the response is released. Only one task can read the body, once.
public struct StreamedResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: HeaderFields
  /// The body in chunks, as they arrive.
  public let chunks: BodyChunks

  /// Creates a response; for the transports of tests.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - headers: the header fields.
  ///   - body: the chunks, and the error that ends them early.
  ///   - lineLimit: the maximum number of bytes in a line.
  public init(
    status: Int, headers: HeaderFields = [:], body: AsyncThrowingStream<[UInt8], any Error>,
    lineLimit: Int = 64 << 20
  ) {
    self.status = status
    self.headers = headers
    let source = StreamSource(body)
    chunks = BodyChunks(limit: lineLimit) { () throws(TransportError) in try await source.next() }
  }

  init(status: Int, headers: HeaderFields, chunks: BodyChunks) {
    self.status = status
    self.headers = headers
    self.chunks = chunks
  }

  /// The body in lines without their ends, LF or CR LF; includes empty lines, such as heartbeats.
  ///
  /// A last line without an end counts, unless it is empty.
  public var lines: BodyLines { BodyLines(chunks: chunks) }
}

/// A body in chunks, as they arrive.
public struct BodyChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let limit: Int
  let nextPiece: @Sendable () async throws(TransportError) -> [UInt8]?

  init(
    limit: Int, nextPiece: @escaping @Sendable () async throws(TransportError) -> [UInt8]?
  ) {
    self.limit = limit
    self.nextPiece = nextPiece
  }

  /// Returns the next chunk, never empty; `nil` at the end.
  public func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(TransportError) -> [UInt8]? {
    try await nextPiece()
  }

  /// Returns an iterator over the remaining chunks.
  public func makeAsyncIterator() -> BodyChunks { self }
}

/// A body in lines.
public struct BodyLines: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let chunks: BodyChunks
  private var pending: [UInt8] = []
  private var position = 0
  private var isOver = false

  init(chunks: BodyChunks) { self.chunks = chunks }

  /// Returns the next line's bytes; `nil` at the end.
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
      if pending.count > chunks.limit { throw .bodyTooLarge(limit: chunks.limit) }
      if let chunk = try await chunks.next() { pending += chunk } else { isOver = true }
    }
  }

  /// Returns an iterator over the remaining lines.
  public func makeAsyncIterator() -> BodyLines { self }

  private static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
  }
}

/// A test's stream with the interface of a connection.
private actor StreamSource {
  private let stream: AsyncThrowingStream<[UInt8], any Error>

  init(_ stream: AsyncThrowingStream<[UInt8], any Error>) { self.stream = stream }

  func next() async throws(TransportError) -> [UInt8]? {
    // The stream's iterators share its buffer, so a new one continues where the last one stopped.
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

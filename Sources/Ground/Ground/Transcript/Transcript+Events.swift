public import Foundation

extension Transcript {
  /// What the processes of a run report while it goes on, one JSON object to a line.
  public enum Event: Sendable, Hashable, Codable {
    /// A server listens on a port, which readers see as another.
    case port(actual: Int, canonical: Int)
    /// A block of a session begins, by its position in the session.
    case block(index: Int)
    /// The next program of the run begins.
    case nextProgram
    /// A server received a request.
    case request(Request)
    /// A server sends a response.
    case response(Response)
    /// A server received a request after the run had recorded as much as it may.
    case omittedRequest
  }

  /// The events of a report; lines that the sample itself wrote, or that were cut off, are ignored.
  public static func events(in report: Data) -> [Event] {
    let decoder = JSONDecoder()
    return report.split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? decoder.decode(Event.self, from: Data(line))
    }
  }
}

extension Transcript.Event {
  /// The event as JSON, without a newline.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and integers can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

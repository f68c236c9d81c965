public import Foundation

extension Transcript {
  /// The events that the processes of a run report, one JSON object per line.
  public enum Event: Sendable, Hashable, Codable {
    /// A server listens on a port, which appears as another in the output.
    case port(actual: Int, canonical: Int)
    /// A block of a session starts; its index in the session.
    case block(index: Int)
    /// The next program of the run starts.
    case nextProgram
    /// A server received a request.
    case request(Request)
    /// A server sends a response.
    case response(Response)
    /// A server received a request after the run had reached its recording limit.
    case omittedRequest
  }

  /// Returns the events of a report; ignores lines that the sample wrote, or that are incomplete.
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

import DocgenDocModel
import DocgenGround
import Foundation

/// A list of texts as one text, which is read much faster than JSON.
public struct Fields: Sendable {
  private static let separator: UInt8 = 0x1F
  private static let newline = UInt8(ascii: "\n")

  /// The texts.
  public let texts: [String]

  /// Reads a list.
  public init(_ bytes: UnsafeRawBufferPointer) {
    texts = bytes.split(separator: Self.separator, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns the text of a list; `nil` if one of its texts can't be part of a list.
  static func text(_ texts: [String]) -> String? {
    let text = texts.joined(separator: "\u{1F}")
    return text.utf8.count { $0 == separator } == texts.count - 1 ? text : nil
  }

  /// Returns the text of lists of texts; `nil` if one of these can't be part of a list.
  static func text(of lists: [[String]]) -> String? {
    let text = text(lists.map { $0.map { $0 + "\n" }.joined() })
    let count = lists.reduce(0) { $0 + $1.count }
    return text.flatMap { $0.utf8.count { $0 == newline } == count ? $0 : nil }
  }

  /// The lists of texts of which this is the text.
  var lists: [[String]] {
    texts.map { text in
      text.utf8.split(separator: Self.newline, omittingEmptySubsequences: false).dropLast()
        .map { String(Substring($0)) }
    }
  }

  /// Returns metadata as a text: what most pages have as lines, or all of it in JSON.
  static func text(of metadata: PageMetadata) -> String {
    let lines = [
      metadata.title, metadata.permalink, metadata.id.map { "=\($0)" } ?? "",
      metadata.description.map { "=\($0)" } ?? "", metadata.order.map { "\($0)" } ?? "",
      metadata.permalinkRange?.description ?? "",
      (metadata.isOnFrontPage ? "f" : "") + (metadata.isInNavigation ? "n" : ""),
    ]
    let text = lines.joined(separator: "\n")
    if Self.metadata(from: text) == metadata { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return "{" + ((try? encoder.encode(metadata)).map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Returns metadata from its text; `nil` for any other.
  static func metadata(from text: String) -> PageMetadata? {
    if text.hasPrefix("{{") {
      return try? JSONDecoder().decode(PageMetadata.self, from: Data(text.utf8.dropFirst()))
    }
    let lines = text.utf8.split(separator: newline, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard lines.count == 7 else { return nil }
    func optional(_ line: String) -> String? { line.isEmpty ? nil : String(line.dropFirst()) }
    let flags = lines[6].utf8
    return PageMetadata(
      title: lines[0], id: optional(lines[2]), permalink: lines[1],
      permalinkRange: range(lines[5]), description: optional(lines[3]), order: Int(lines[4]),
      isOnFrontPage: flags.contains(UInt8(ascii: "f")),
      isInNavigation: flags.contains(UInt8(ascii: "n")))
  }

  /// Returns a range from its description; `nil` for any other text.
  static func range(_ text: String) -> SourceRange? {
    let numbers = text.utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int(Substring($0)) }
    return numbers.count == 4
      ? SourceRange(
        SourcePosition(line: numbers[0], column: numbers[1]),
        SourcePosition(line: numbers[2], column: numbers[3])) : nil
  }
}

/// A text file: its path, text and lines.
///
/// Line ends are always LF and a byte order mark is removed, so that all stages count the same
/// lines.
public struct SourceFile: Sendable, Hashable {
  /// The path below the site's root, with `/`.
  public let path: String
  /// The text, with LF line ends and without a byte order mark.
  public let text: String
  /// The lines of `text`, without their ends.
  public let lines: [Substring]

  /// Creates a file from text; converts CRLF and lone CR to LF, and removes a leading BOM.
  public init(path: String, text: String) {
    self.path = path
    self.text = SourceFile.normalised(text)
    lines = self.text.splitIntoLines()
  }

  /// Decodes a file's bytes.
  ///
  /// - Throws: `InvalidUTF8`, with the first invalid byte.
  public init(path: String, bytes: [UInt8]) throws(InvalidUTF8) {
    guard !InvalidUTF8.isUTF16(bytes), let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidUTF8(in: bytes)
    }
    self.init(path: path, text: text)
  }

  /// Returns a line by its number, from 1; empty past the end.
  public func line(_ number: Int) -> Substring {
    lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }

  /// Returns a location in this file.
  public func location(_ range: SourceRange?) -> SourceLocation {
    SourceLocation(file: path, range: range)
  }

  private static func normalised(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    guard text.utf8.contains(0x0D) else {
      return scalars.startIndex == text.startIndex ? text : String(scalars)
    }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if scalar == "\r" {
        result.append("\n")
      } else if !(scalar == "\n" && previous == "\r") {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}

/// A text file: its path, text and lines.
///
/// Line ends are always LF and a byte order mark is removed, so that all stages count the same
/// lines.
public struct SourceFile: Sendable, Hashable {
  private enum Content: Sendable {
    case read(text: String, lines: SourceLines)
    case unread(Lazy<SourceFile>)
  }

  /// The path below the site's root, with `/`.
  public let path: String
  private let content: Content

  /// Whether it was read when it was created.
  public var isRead: Bool {
    if case .read = content { true } else { false }
  }

  /// The text, with LF line ends and without a byte order mark.
  public var text: String {
    switch content {
    case .read(let text, _): text
    case .unread(let file): file.value.text
    }
  }

  /// The lines of `text`, without their ends.
  public var lines: SourceLines {
    switch content {
    case .read(_, let lines): lines
    case .unread(let file): file.value.lines
    }
  }

  /// Creates a file from text; converts CRLF and lone CR to LF, and removes a leading BOM.
  public init(path: String, text: String) {
    self.path = path
    let text = SourceFile.normalised(text)
    content = .read(text: text, lines: SourceLines(of: text))
  }

  /// Creates a file that is read when its text is first needed.
  public init(path: String, reading read: @escaping @Sendable () -> SourceFile) {
    self.path = path
    content = .unread(Lazy(make: read))
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

  /// Whether two files have the same path and text.
  public static func == (one: SourceFile, other: SourceFile) -> Bool {
    one.path == other.path && one.text == other.text
  }

  /// Hashes the path and the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(text)
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
    guard text.contains(bytesOf: "\r") else {
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

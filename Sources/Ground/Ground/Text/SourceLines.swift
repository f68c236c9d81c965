import Foundation

/// The lines of a text with LF line ends, including empty ones, without their ends.
///
/// It keeps only where they begin: four bytes for each line of a large site instead of a
/// substring's 32.
public struct SourceLines: RandomAccessCollection, Sendable {
  private let text: String
  /// Where the lines begin, in bytes, and where one after the last would.
  private let starts: [UInt32]

  /// Finds the lines of a text.
  init(of text: String) {
    var text = text
    var starts: [UInt32] = [0]
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, let end = memchr(start, 0x0A, rest.count) {
        let length = UnsafeRawPointer(end) - start + 1
        starts.append(starts[starts.count - 1] + UInt32(length))
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
      starts.append(UInt32(bytes.count + 1))
    }
    (self.text, self.starts) = (text, starts)
  }

  /// The first line, which every text has.
  public var startIndex: Int { 0 }

  /// The number of lines.
  public var endIndex: Int { starts.count - 1 }

  /// The line with a number, from 0.
  public subscript(position: Int) -> Substring {
    text[index(starts[position])..<index(starts[position + 1] - 1)]
  }

  /// Returns the indices of the lines that contain the bytes of a text without line ends.
  public func indices(containing part: String) -> [Int] {
    var (text, part, found) = (text, part, [Int]())
    text.withUTF8 { text in
      part.withUTF8 { part in
        var line = 0
        var start = 0
        while start < text.count,
          let offset = UnsafeBufferPointer(rebasing: text[start...]).firstIndex(of: part)
        {
          while Int(starts[line + 1]) <= start + offset { line += 1 }
          found.append(line)
          start = Int(starts[line + 1])
        }
      }
    }
    return found
  }

  /// Returns some lines with LF between them.
  public func text(of lines: Range<Int>) -> Substring {
    guard !lines.isEmpty else { return "" }
    return text[index(starts[lines.lowerBound])..<index(starts[lines.upperBound] - 1)]
  }

  private func index(_ offset: UInt32) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: Int(offset))
  }
}

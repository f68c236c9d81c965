extension ArraySlice<UInt8> {
  /// The first place of some bytes among these; `nil` when they are nowhere.
  ///
  /// The standard library's search, which is for collections of all kinds, takes far longer.
  public func firstPlace(of part: [UInt8]) -> Range<Int>? {
    withUnsafeBufferPointer { bytes in
      bytes.firstPlace(of: part).map { startIndex + $0..<startIndex + $0 + part.count }
    }
  }
}

extension String {
  /// Whether the bytes of another text stand in this one's, whatever characters they make.
  public func contains(bytesOf part: String) -> Bool {
    var text = self
    return text.withUTF8 { $0.firstPlace(of: Array(part.utf8)) != nil }
  }

  /// The lines of a text with LF line ends, empty ones too, without their ends.
  ///
  /// Found by bytes: every file of a site comes by here, and whole characters take longer to find.
  public func splitIntoLines() -> [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
  }
}

extension Substring {
  /// Whether a text ends with the bytes of another, whatever characters they make.
  public func ends(withBytesOf end: String) -> Bool {
    var (text, end) = (self, end)
    return text.withUTF8 { text in
      end.withUTF8 { end in
        let start = text.count - end.count
        return start >= 0 && end.indices.allSatisfy { text[start + $0] == end[$0] }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func firstPlace(of part: [UInt8]) -> Int? {
    guard let first = part.first else { return 0 }
    guard count >= part.count else { return nil }
    for start in 0...(count - part.count) where self[start] == first {
      if (1..<part.count).allSatisfy({ self[start + $0] == part[$0] }) { return start }
    }
    return nil
  }
}

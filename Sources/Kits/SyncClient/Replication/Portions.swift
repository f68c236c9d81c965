extension Array {
  /// Returns the elements in batches of at most `count`, in order.
  func portions(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: Swift.max(1, count)).map { start in
      self[start..<Swift.min(start + Swift.max(1, count), self.count)]
    }
  }

  /// Returns the elements in batches whose sizes add up to at most `limit`, in order.
  ///
  /// An element above the limit is a separate batch.
  func portions(upTo limit: Int, size: (Element) -> Int) -> [ArraySlice<Element>] {
    var portions: [ArraySlice<Element>] = []
    var start = 0
    var sum = 0
    for (index, element) in enumerated() {
      let size = size(element)
      if index > start, sum + size > limit {
        portions.append(self[start..<index])
        (start, sum) = (index, 0)
      }
      sum += size
    }
    return start < count ? portions + [self[start...]] : portions
  }
}

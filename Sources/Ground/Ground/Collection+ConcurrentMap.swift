extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
  /// Returns the results of a function for each element, in order, computed on all cores.
  public func concurrentMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) async -> [Result] {
    // A task costs more than a small element.
    let step = 8
    return await withTaskGroup(of: (start: Int, results: [Result]).self) { group in
      for start in stride(from: startIndex, to: endIndex, by: step) {
        group.addTask {
          (start, (start..<Swift.min(start + step, endIndex)).map { transform(self[$0]) })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }.sorted { $0.start < $1.start }.flatMap(\.results)
  }
}

/// A name of a value: `title`, `page.title`, or `.` for the innermost value itself.
struct NamePath: Sendable, Equatable {
  /// The part that is looked up in the surrounding values; `nil` for `.`.
  let first: String?
  /// The other parts, each of which is looked up in the value before it.
  let rest: [String]

  /// Creates a path from the parts between dots; `nil` when one of them is empty.
  init?(_ name: some StringProtocol) {
    if name == "." {
      first = nil
      rest = []
      return
    }
    // Splits bytes, because a dot with a combining mark after it is still a dot.
    let parts = Array(name.utf8)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if parts.contains("") { return nil }
    first = parts.first
    rest = Array(parts.dropFirst())
  }
}

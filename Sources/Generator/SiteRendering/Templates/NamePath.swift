/// A name of a value: `title`, `page.title`, or `.` for the innermost value itself.
struct NamePath: Sendable, Equatable {
  /// The part that is looked for in the values around the tag; `nil` for `.`.
  let first: String?
  /// The parts that are each looked for in the value before.
  let rest: [String]

  /// The parts between dots; `nil` when one of them is empty.
  init?(_ name: some StringProtocol) {
    if name == "." {
      first = nil
      rest = []
      return
    }
    // Bytes, as a dot with a combining mark after it is a dot all the same.
    let parts = Array(name.utf8)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if parts.contains("") { return nil }
    first = parts.first
    rest = Array(parts.dropFirst())
  }
}

/// What programs print that is another at each run though it says the same: addresses in memory, as in
/// `<HTTPURLResponse 0x00007f…>`, and some words of curl, which `URLSession` repeats.
enum LastingWords {
  /// A text with `0x…` for addresses in memory, and without the milliseconds for which curl tried to
  /// connect, a few at most where nobody listens.
  ///
  /// - Parameter program: what has printed it; the numbers that it names itself are no addresses.
  static func lasting(_ text: String, of program: String) -> String {
    var text = text
    if text.contains("0x") {
      // Twelve digits, as user space has 47 bits; Foundation writes four zeros before them.
      text.replace(/\b0x(?:0000)?[1-9a-f][0-9a-f]{11}\b/) { match in
        program.contains(match.0) ? String(match.0) : "0x…"
      }
    }
    if text.contains("Failed to connect to ") {
      text.replace(/(Failed to connect to \S+ port [0-9]+ after )[0-9]+ ms/) { "\($0.1)0 ms" }
    }
    return text
  }
}

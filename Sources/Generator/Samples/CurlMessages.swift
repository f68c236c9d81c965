/// What curl says that is another at each run, in its own output or in an error of `URLSession`.
enum CurlMessages {
  /// A text in which curl tells no milliseconds for which it tried to connect, a few at most where nobody
  /// listens, and no address of its memory.
  static func lasting(_ text: String) -> String {
    var text = text
    if text.contains("Failed to connect to ") {
      text.replace(/(Failed to connect to \S+ port [0-9]+ after )[0-9]+ ms/) { "\($0.1)0 ms" }
    }
    if text.contains("Found bundle for host") {
      text.replace(/(Found bundle for host.*: 0x)[0-9a-f]+/) { "\($0.1)…" }
    }
    return text
  }
}

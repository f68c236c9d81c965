extension OutputNormalizer {
  /// Returns a text with `…` for memory addresses, as in `<HTTPURLResponse 0x00007f…>`, and for
  /// other texts of the runtime and of curl that differ between runs.
  ///
  /// - Parameter program: the program's text; the numbers in it aren't addresses.
  static func replacingVolatileTexts(in text: String, of program: String) -> String {
    var text = text
    if text.contains("0x") {
      text.replace(address) { program.contains($0.0) ? String($0.0) : "0x…" }
    }
    // The context of a private or local type.
    if text.contains("(unknown context at $") {
      text.replace(/\(unknown context at \$[0-9a-f]+\)/) { _ in "(unknown context at $…)" }
    }
    // Swift's report of conflicting accesses contains offsets in libraries, including the system's.
    if text.contains("Simultaneous accesses to ") {
      text.replace(/access \(([a-z ]+)\) started at(?: [^\n`]*`[^\n]*|:(?:\n[0-9]+ +[^\n]*)+)/) {
        "access (\($0.1)) started at …"
      }
    }
    // `dump` of a pointer, and of a number that stores a Boolean.
    if text.contains("- pointerValue: ") || text.contains("- _pad: ") {
      text.replace(/- (pointerValue|_pad): [0-9]+/) { "- \($0.1): …" }
    }
    if text.contains("Failed to connect to ") {
      text.replace(/(Failed to connect to \S+ port [0-9]+ after )[0-9]+ ms/) { "\($0.1)0 ms" }
    }
    // The boundary between the fields of a form that curl sends.
    guard text.contains(boundaryStart) else { return text }
    return text.replacing(/(-{24})[0-9A-Za-z]{16,22}\b/.wordBoundaryKind(.simple)) { "\($0.1)…" }
  }

  private static let boundaryStart = String(repeating: "-", count: 24)

  /// A number of twelve digits in the ranges where systems load programs, libraries, heaps and
  /// stacks; Foundation adds four leading zeros.
  private static var address: Regex<Substring> {
    #if arch(x86_64)
      /\b0x(?:0000)?(?:5[56]|7[ef])[0-9a-f]{10}\b/.wordBoundaryKind(.simple)
    #else
      /\b0x(?:0000)?(?:aa|ff|60)[0-9a-f]{10}\b/.wordBoundaryKind(.simple)
    #endif
  }
}

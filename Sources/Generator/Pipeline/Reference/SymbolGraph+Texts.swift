extension SymbolGraph.Symbol {
  /// Whether it is deprecated without a word on what to use instead.
  var isDeprecatedInSilence: Bool {
    deprecated.map { $0.message == nil && $0.renamed == nil } ?? false
  }

  /// What `@available` says, a paragraph for each line.
  var availabilityText: [String] {
    let platforms = (availability ?? []).compactMap { entry in
      entry.introduced.map { "\(entry.domain ?? "*") \($0.text)" }
    }
    let from = platforms.isEmpty ? [] : ["**Available from** \(platforms.joined(separator: ", "))."]
    return from + (deprecation.map { [$0] } ?? [])
  }

  /// The `where` clause of the extension that declares it; `nil` without one.
  var conditionText: String? {
    let texts = (swiftExtension?.constraints ?? []).compactMap(\.text)
    return texts.isEmpty ? nil : "**Available where** \(texts.joined(separator: ", "))."
  }

  private var deprecation: String? {
    guard let deprecated else { return nil }
    let start = deprecated.deprecated.map { " from \(deprecated.domain ?? "*") \($0.text)" } ?? ""
    let way = deprecated.message ?? deprecated.renamed.map { "Use `\($0)`." }
    return "**Deprecated\(start).**\(way.map { " " + $0 } ?? "")"
  }

  private var deprecated: Availability? {
    availability?.first { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil }
  }

  /// The declaration; if it is long, with a line for each parameter, for the `where` clause, and for
  /// each role of a macro.
  var declaration: String {
    let fragments = declarationFragments ?? []
    let text = fragments.map(\.spelling).joined()
    guard text.utf8.count > Self.longestLine else { return text }
    var lines = ""
    /// The number of parentheses that are open in a parameter; `nil` outside of the parameters.
    var depth: Int?
    var isInString = false
    for fragment in fragments {
      // The name may follow a label on the same line.
      let isParameter =
        fragment.kind.hasSuffix("Param") && ["(", ", "].contains(where: lines.hasSuffix)
      if isParameter { (depth, isInString) = (0, false) }
      let isLine =
        ["keyword", "attribute"].contains(fragment.kind)
        && ["where", "macro", "@attached", "@freestanding"].contains(fragment.spelling)
      if isParameter || isLine && !lines.isEmpty {
        if lines.last == " " { lines.removeLast() }
        lines += isParameter ? "\n  " : "\n"
      }
      for character in fragment.spelling {
        if character == "\"" { isInString.toggle() }
        if let open = depth, !isInString {
          if character == "(" { depth = open + 1 }
          if character == ")" { depth = open > 0 ? open - 1 : nil }
          if depth == nil { lines += "\n" }
        }
        lines.append(character)
      }
    }
    return lines
  }

  private static let longestLine = 76
}

extension SymbolGraph.Symbol.Extension.Constraint {
  /// The constraint as code; `nil` for those that every type meets unless it says otherwise.
  var text: String? {
    if kind == "conformance", ["Copyable", "Escapable"].contains(rhs) { return nil }
    let left = lhs.replacing(/^Self\./, with: "")
    return "`\(left)\(kind == "sameType" ? " == " : ": ")\(rhs)`"
  }
}

extension SymbolGraph.Symbol.Availability.Version {
  fileprivate var text: String { "\(major).\(minor ?? 0)" }
}

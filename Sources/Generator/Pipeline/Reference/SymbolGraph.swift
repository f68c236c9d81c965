import DocgenProcesses
import Foundation

/// The public symbols of a module, as `swift-symbolgraph-extract` writes them
/// (<https://github.com/swiftlang/swift-docc-symbolkit>).
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      /// Such as `swift.struct`.
      var identifier: String
    }

    struct Identifier: Decodable {
      /// The unique name, which relationships use.
      var precise: String

      /// What DocC appends to the names of overloads: 24 bits of the name's FNV-1 hash, in base 36.
      var hash: String {
        let hash = precise.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 &* 0x0100_0193) ^ UInt32($1) }
        return String((hash >> 24) ^ (hash & 0xFF_FFFF), radix: 36)
      }
    }

    struct Fragment: Decodable {
      var spelling: String
    }

    struct Position: Decodable {
      /// From 0.
      var line: Int
      /// In bytes, from 0.
      var character: Int
    }

    struct Comment: Decodable {
      struct Line: Decodable {
        struct Range: Decodable {
          var start: Position
        }

        var text: String
        var range: Range?
      }

      var uri: String?
      var lines: [Line]
    }

    struct Location: Decodable {
      var uri: String
      var position: Position
    }

    struct Signature: Decodable {
      struct Parameter: Decodable {
        /// The label, or the only name.
        var name: String
        var internalName: String?
      }

      var parameters: [Parameter]?
    }

    struct Availability: Decodable {
      struct Version: Decodable {
        var major: Int
        var minor: Int?
      }

      /// Such as `iOS`; `*` for all platforms.
      var domain: String?
      var introduced: Version?
      var deprecated: Version?
      var message: String?
      var renamed: String?
      var isUnconditionallyDeprecated: Bool?
    }

    struct Extension: Decodable {
      struct Constraint: Decodable {
        /// Such as `conformance` and `sameType`.
        var kind: String
        var lhs: String
        var rhs: String
      }

      var extendedModule: String?
      var constraints: [Constraint]?
    }

    var kind: Kind
    var identifier: Identifier
    /// Such as `OAuthClient`, `start(_:)`.
    var pathComponents: [String]
    var docComment: Comment?
    var declarationFragments: [Fragment]?
    var location: Location?
    var availability: [Availability]?
    /// `nil` for what is no function.
    var functionSignature: Signature?

    /// The extension that declares it; `nil` for what isn't in one.
    var swiftExtension: Extension?

    /// The name within its type.
    var name: String { pathComponents.last ?? "" }
    /// The name with those of its types.
    var fullName: String { pathComponents.joined(separator: ".") }
  }

  struct Relationship: Decodable {
    /// Such as `memberOf` and `conformsTo`.
    var kind: String
    var source: String
    var target: String
    /// The name of a target in another module.
    var targetFallback: String?
    /// The requirement that the source implements.
    var sourceOrigin: Origin?
    /// What a generic type's parameters must meet to conform.
    var swiftConstraints: [Symbol.Extension.Constraint]?

    struct Origin: Decodable {
      /// Such as `CustomStringConvertible.description`.
      var displayName: String
    }
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  /// Reads a JSON array: the graph of a module and those of its extensions of other modules.
  init(json: String) throws(EnvironmentError) {
    do {
      let graphs = try JSONDecoder().decode([SymbolGraph].self, from: Data(json.utf8))
      symbols = graphs.flatMap(\.symbols)
      relationships = graphs.flatMap(\.relationships)
    } catch {
      // The decoder's own description is for programmers.
      throw .toolFailed(tool: "swift-symbolgraph-extract", reason: "its output is no symbol graph")
    }
  }
}

extension SymbolGraph.Symbol {
  /// The heading on a type's page below which a member is listed.
  enum Topic: Int, CaseIterable {
    case cases, initializers, properties, subscripts, methods, operators, types

    var title: String {
      switch self {
      case .cases: "Cases"
      case .initializers: "Initializers"
      case .properties: "Properties"
      case .subscripts: "Subscripts"
      case .methods: "Methods"
      case .operators: "Operators"
      case .types: "Types"
      }
    }
  }

  var topic: Topic {
    switch kind.identifier {
    case "swift.enum.case": .cases
    case "swift.init": .initializers
    case "swift.property", "swift.type.property", "swift.var": .properties
    case "swift.subscript", "swift.type.subscript": .subscripts
    case "swift.func.op": .operators
    case "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias",
      "swift.associatedtype", "swift.actor":
      .types
    default: .methods
    }
  }

  /// Whether it has a page of its own.
  var isType: Bool {
    ["swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor"]
      .contains(kind.identifier)
  }

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

  /// The declaration; if it is long, with a line for each parameter and for the `where` clause.
  var declaration: String {
    let text = (declarationFragments ?? []).map(\.spelling).joined()
    let most = 76
    guard text.utf8.count > most else { return text }
    var result = ""
    var rest = text[...]
    let open = text[endOfName(in: text)...].firstIndex(of: "(")
    if let open, !text[open...].hasPrefix("()") {
      let list = Self.items(of: text[open...].dropFirst())
      // Nothing is broken that this doesn't understand.
      guard list.isClosed else { return text }
      result = "\(text[...open])\(list.lines)\n)"
      rest = list.rest
    }
    guard rest.utf8.count > most, let clause = rest.firstRange(of: " where ") else {
      return result + rest
    }
    let constraints = rest[clause.upperBound...]
    result += rest[..<clause.lowerBound] + "\nwhere"
    return result
      + (constraints.utf8.count < most ? " " + constraints : Self.items(of: constraints).lines)
  }

  /// Returns the end of the symbol's name, which attributes such as `nonisolated(unsafe)` precede.
  private func endOfName(in text: String) -> String.Index {
    let found = text.ranges(of: name.prefix { $0 != "(" }).first { range in
      let isStart = text[..<range.lowerBound].last.map { " `".contains($0) } ?? true
      let next = text[range.upperBound...].first ?? " "
      return isStart && !next.isLetter && !next.isNumber && next != "_"
    }
    return found?.upperBound ?? text.startIndex
  }

  /// Splits a list at its commas, each item on a line of its own, and what follows its parenthesis.
  private static func items(
    of list: Substring
  ) -> (lines: String, rest: Substring, isClosed: Bool) {
    var lines = "\n  "
    /// The brackets that are open.
    var open: [Character] = []
    var isInString = false
    var isRaw = false
    var previous: Character = " "
    for index in list.indices {
      let character = list[index]
      defer { previous = character == "\\" && previous == "\\" ? " " : character }
      if isRaw {
        isRaw = !(character == "#" && previous == "\"")
      } else if character == "\"", previous == "#", !isInString {
        isRaw = true
      } else if character == "\"", previous != "\\" {
        isInString.toggle()
      }
      if !isInString, !isRaw {
        // An operator such as `<` may be the value of a parameter.
        let isAngle = !" -(=<".contains(previous)
        if "([{".contains(character) || character == "<" && isAngle { open.append(character) }
        if character == ">", isAngle, open.last == "<" { open.removeLast() }
        if ")]}".contains(character) {
          while open.last == "<" { open.removeLast() }
          if open.popLast() == nil { return (lines, list[index...].dropFirst(), true) }
        }
        if open.isEmpty, previous == ",", character == " " { continue }
      }
      lines.append(character)
      if character == ",", open.isEmpty, !isInString, !isRaw { lines += "\n  " }
    }
    return (lines, "", false)
  }
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

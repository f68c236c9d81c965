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

    struct Availability: Decodable {
      var message: String?
      var isUnconditionallyDeprecated: Bool?
    }

    var kind: Kind
    var identifier: Identifier
    /// Such as `OAuthClient`, `start(_:)`.
    var pathComponents: [String]
    var docComment: Comment?
    var declarationFragments: [Fragment]?
    var location: Location?
    var availability: [Availability]?

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
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  init(json: String) throws {
    self = try JSONDecoder().decode(SymbolGraph.self, from: Data(json.utf8))
  }
}

extension SymbolGraph.Symbol {
  /// The heading on a type's page below which a member is listed.
  enum Topic: Int, CaseIterable {
    case cases, initializers, properties, methods, operators, types

    var title: String {
      switch self {
      case .cases: "Cases"
      case .initializers: "Initializers"
      case .properties: "Properties"
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

  var isDeprecated: Bool {
    availability?.contains { $0.isUnconditionallyDeprecated == true } == true
  }

  /// The declaration, with a parameter on each line if it is long.
  var declaration: String {
    let text = (declarationFragments ?? []).map(\.spelling).joined()
    guard text.utf8.count > 76, let open = text.firstIndex(of: "(") else { return text }
    var result = text[..<open] + "(\n  "
    var depth = 0
    var isInParameters = true
    var rest = text[text.index(after: open)...]
    while let character = rest.popFirst() {
      if character == ")", depth == 0, isInParameters {
        isInParameters = false
        result += "\n)"
        continue
      }
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || (character == ">" && result.last != "-") { depth -= 1 }
      result.append(character)
      if character == ",", depth == 0, isInParameters {
        result += "\n  "
        if rest.first == " " { rest.removeFirst() }
      }
    }
    return String(result)
  }
}

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
      /// Such as `externalParam`.
      var kind: String
      var spelling: String
      /// The identifier of the symbol that it names.
      var preciseIdentifier: String?
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
    /// The symbol whose comment the source has, if it has none of its own: mostly the requirement
    /// that it implements.
    var sourceOrigin: Origin?
    /// What a generic type's parameters must meet to conform.
    var swiftConstraints: [Symbol.Extension.Constraint]?

    struct Origin: Decodable {
      var identifier: String
      /// Such as `CustomStringConvertible.description`.
      var displayName: String
    }
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  /// Returns the names of types in declarations and conformances that are of other modules, without
  /// those that the module has itself.
  ///
  /// - Parameter documented: the modules whose types the site describes.
  func typesOfOthers(than documented: [String]) -> Set<String> {
    let own = Set(symbols.map(\.identifier.precise))
    let used = symbols.flatMap { $0.declarationFragments ?? [] }.filter { fragment in
      guard let id = fragment.preciseIdentifier, !own.contains(id) else { return false }
      return !documented.contains { id.hasPrefix("s:\($0.utf8.count)\($0)") }
    }.map(\.spelling)
    let conformances = relationships.compactMap(\.targetFallback).map { $0.split(separator: ".") }
      .filter { $0.count > 1 && !documented.contains(String($0[0])) }.map { String($0[1]) }
    return Set(used + conformances).subtracting(symbols.map(\.name))
  }

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

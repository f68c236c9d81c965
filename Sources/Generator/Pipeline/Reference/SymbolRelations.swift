/// How the symbols of a module belong together, by their identifiers.
struct SymbolRelations {
  /// The members of each type, in the order of their declarations.
  private(set) var members: [String: [SymbolGraph.Symbol]] = [:]
  /// The default implementations of each requirement of a protocol, in the order of their
  /// declarations; empty for one that a type must implement itself.
  private(set) var defaults: [String: [SymbolGraph.Symbol]] = [:]
  /// The protocols that each type conforms to, as Markdown with their conditions, sorted.
  private(set) var conformances: [String: [String]] = [:]
  /// The class that each class inherits from, as Markdown.
  private(set) var superclasses: [String: [String]] = [:]
  /// The protocols and the superclass of each type.
  private var supertypes: [String: [String]] = [:]
  /// The types of other modules that the module extends, such as `Swift.Array`.
  private(set) var extended: [String: String] = [:]
  /// The requirements whose comments the symbols that implement them have, because they have none
  /// of their own.
  private(set) var requirements: [String: String] = [:]

  init(of graph: SymbolGraph, module: String) {
    let names = Dictionary(graph.symbols.map { ($0.identifier.precise, $0) }) { first, _ in first }
    var origins: [String: String] = [:]
    for relationship in graph.relationships {
      if let origin = relationship.sourceOrigin {
        requirements[relationship.source] = origin.displayName
        origins[relationship.source] = origin.identifier
      }
      switch relationship.kind {
      case "defaultImplementationOf":
        names[relationship.source].map { defaults[relationship.target, default: []].append($0) }
      case "memberOf", "requirementOf":
        if relationship.kind == "requirementOf" { defaults[relationship.source, default: []] += [] }
        names[relationship.source].map { members[relationship.target, default: []].append($0) }
        if names[relationship.target] == nil, let name = relationship.targetFallback,
          !name.hasPrefix("\(module).")
        {
          extended[relationship.target] = Self.importedName(name)
        }
      case "conformsTo", "inheritsFrom":
        supertypes[relationship.source, default: []].append(relationship.target)
        let name =
          names[relationship.target]?.fullName
          ?? Self.importedName(relationship.targetFallback ?? "")
        // Every type has these two unless it says otherwise.
        if ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", ""].contains(name) {
          break
        }
        let conditions = (relationship.swiftConstraints ?? []).compactMap(\.text)
        let condition =
          conditions.isEmpty ? "" : " where \(conditions.joined(separator: " and "))"
        let text = "`\(name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name)`\(condition)"
        if relationship.kind == "inheritsFrom" {
          superclasses[relationship.source] = [text]
        } else {
          conformances[relationship.source, default: []].append(text)
        }
      default: break
      }
    }
    members = members.mapValues { $0.sorted { $0.order < $1.order } }
    defaults = defaults.mapValues { $0.sorted { $0.order < $1.order } }
    conformances = conformances.mapValues { Array(Set($0)).sorted() }
    supertypes = supertypes.mapValues { $0.sorted() }
    requirements = requirements.filter { symbol, _ in
      names[symbol].map { !$0.hasOwnComment(among: graph.symbols) } ?? true
    }
    // A requirement without a comment has that of its default implementation, which is shown once.
    for (requirement, symbols) in defaults {
      guard let origin = origins[requirement],
        symbols.contains(where: { $0.identifier.precise == origin })
      else { continue }
      requirements[origin] = requirements.removeValue(forKey: requirement)
    }
  }

  /// Returns the members that a type has from its protocols and its superclasses.
  func inherited(by type: String) -> [SymbolGraph.Symbol] {
    var seen: Set<String> = [type]
    var rest = supertypes[type] ?? []
    var found: [SymbolGraph.Symbol] = []
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      found += members[next] ?? []
      rest += supertypes[next] ?? []
    }
    return found
  }

  /// Returns a name with that of the module that its users import, or that Swift imports by itself.
  static func importedName(_ name: String) -> String {
    let part = name.prefix { $0 != "." }
    let module =
      part.hasPrefix("_") ? "Swift" : part.hasPrefix("Foundation") ? "Foundation" : part
    return String(module + name.dropFirst(part.count))
  }
}

extension SymbolGraph.Symbol {
  /// Types by name, members where they are declared.
  var order: (String, String, Int) {
    (
      pathComponents.dropLast().joined(separator: "."), isType ? name : location?.uri ?? "",
      location?.position.line ?? 0
    )
  }

  /// Whether the comment is above the declaration, and above no other, such as that of a
  /// requirement.
  fileprivate func hasOwnComment(among symbols: [SymbolGraph.Symbol]) -> Bool {
    guard let location, docComment?.uri == location.uri,
      let end = docComment?.lines.last?.range?.start.line, end <= location.position.line
    else { return false }
    return !symbols.contains {
      $0.location?.uri == location.uri
        && (end..<location.position.line).contains($0.location?.position.line ?? -1)
    }
  }
}

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
}

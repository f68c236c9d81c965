import DocgenGround

/// Named values for a template.
///
/// A page makes and reads hundreds of objects of a few values, so this takes less time than a
/// dictionary: its copies share the names.
public struct TemplateObject: Sendable {
  private var names: [TemplateName] = []
  private var values: [TemplateValue] = []

  /// Creates an object; the last of equal names wins.
  public init(_ members: some Collection<(TemplateName, TemplateValue)>) {
    names.reserveCapacity(members.count)
    values.reserveCapacity(members.count)
    for (name, value) in members { self[name] = value }
  }

  /// The value of a name; `nil` if there is none.
  public subscript(name: TemplateName) -> TemplateValue? {
    get { names.firstIndex(of: name).map { values[$0] } }
    set {
      let value = newValue ?? .null
      if let index = names.firstIndex(of: name) {
        values[index] = value
      } else {
        names.append(name)
        values.append(value)
      }
    }
  }

  /// Returns the object with the values of another; of equal names, those of the other.
  func merging(_ other: TemplateObject) -> TemplateObject {
    var object = self
    for (name, value) in zip(other.names, other.values) { object[name] = value }
    return object
  }

  /// A hash that is the same in each process, and for each order of the names.
  var digest: UInt64 {
    zip(names, values).reduce(5) { $0 &+ StableHash.mixed($1.0.hash, $1.1.digest) }
  }
}

extension TemplateObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; the last of equal names wins.
  public init(dictionaryLiteral members: (TemplateName, TemplateValue)...) { self.init(members) }
}

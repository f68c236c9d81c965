import DocgenHTTPServer
import DocgenJSON

/// The parameters of a request by name.
///
/// A parameter without a value counts as omitted (RFC 6749 3.1), a repeated one as an error.
struct Parameters: Sendable, Equatable {
  private(set) var fields: [FormFields.Field]

  init(_ encoded: String) {
    fields = FormFields(encoded).fields.filter { !$0.value.isEmpty }
  }

  /// Returns the parameters with others of one name, or without them.
  func setting(_ name: String, to value: String?) -> Parameters {
    var changed = self
    changed.fields.removeAll { $0.name == name }
    if let value { changed.fields.append(FormFields.Field(name: name, value: value)) }
    return changed
  }

  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// Returns the value of a parameter that must be there.
  func required(_ name: String) throws(OAuthError) -> String {
    guard let value = self[name] else {
      throw OAuthError(.invalidRequest, description: "the parameter '\(name)' is missing")
    }
    return value
  }

  /// Throws if a parameter is repeated (RFC 6749 3.1); only `resource` may be (RFC 8707 2).
  func refuseRepeated() throws(OAuthError) {
    if let name = repeatedNames.first(where: { $0 != "resource" }) {
      throw OAuthError(.invalidRequest, description: "the parameter '\(name)' is repeated")
    }
  }

  /// The names that were sent more than once, in order.
  var repeatedNames: [String] {
    var seen: Set<String> = []
    var repeated: Set<String> = []
    return fields.map(\.name).filter { name in
      !seen.insert(name).inserted && repeated.insert(name).inserted
    }
  }

  /// Returns the values of a space-separated list, without repetitions.
  func words(_ name: String) -> [String] {
    var seen: Set<String> = []
    return (self[name] ?? "").split(separator: " ").map(String.init).filter {
      seen.insert($0).inserted
    }
  }
}

extension Parameters {
  /// Returns the values of `resource`, the audiences of an access token, without repetitions (RFC
  /// 8707 2).
  func resources() throws(OAuthError) -> [String] {
    var seen: Set<String> = []
    let resources = values(of: "resource").filter { seen.insert($0).inserted }
    for resource in resources {
      // A resource must be absolute and have no fragment, as a redirect URI.
      guard RedirectURI.problem(of: resource) == nil else {
        throw OAuthError(.invalidTarget, description: "'resource' is not an absolute address")
      }
    }
    return resources
  }
}

extension JSONValue {
  /// A string's characters, or the JSON of any other value.
  var text: String { string ?? serialized() }
}

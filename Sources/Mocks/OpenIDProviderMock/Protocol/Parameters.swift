import HTTPServer
import JSON

/// The parameters of a request by name.
///
/// A parameter without a value counts as omitted (RFC 6749 3.1), a repeated one as an error.
struct Parameters: Sendable {
  private(set) var fields: [FormFields.Field]

  init(_ encoded: String) {
    fields = FormFields(encoded).fields.filter { !$0.value.isEmpty }
  }

  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// The names that were sent more than once, in order.
  var repeatedNames: [String] {
    var seen: Set<String> = []
    var repeated: [String] = []
    for field in fields where !seen.insert(field.name).inserted {
      if !repeated.contains(field.name) { repeated.append(field.name) }
    }
    return repeated
  }

  /// Returns the values of a space-separated list, without repetitions.
  func words(_ name: String) -> [String] {
    var words: [String] = []
    for word in (self[name] ?? "").split(separator: " ").map(String.init)
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }
}

extension Parameters {
  /// Returns the values of `resource`, the audiences of an access token, without repetitions (RFC 8707
  /// 2).
  func resources() throws(OAuthError) -> [String] {
    var resources: [String] = []
    for resource in values(of: "resource") where !resources.contains(resource) {
      // A resource must be absolute and have no fragment, as a redirect URI.
      guard RedirectURI.problem(of: resource) == nil else {
        throw OAuthError(.invalidTarget, "'resource' is not an absolute address")
      }
      resources.append(resource)
    }
    return resources
  }
}

extension JSONValue {
  /// A string's characters, or the JSON of any other value.
  var text: String { string ?? serialized() }

  /// Returns an array of strings.
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

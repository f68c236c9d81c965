import DocgenHTTPServer
import DocgenJSON

extension ResponseFault {
  /// Changes a response; returns `false` if the response doesn't have what the fault changes.
  func change(_ response: inout HTTPResponse) -> Bool {
    switch self {
    case .status(let status):
      response.status = status
    case .errorWithStatus(let status):
      Self.makeError(&response)
      response.status = status
    case .replaced(let status, let type, let body):
      response = HTTPResponse(status: status, headers: ["Content-Type": type], text: body)
    case .truncated:
      if case .bytes(let bytes) = response.body {
        response.body = .bytes(Array(bytes.prefix(bytes.count / 2)))
      }
    case .cut:
      if case .bytes(let bytes) = response.body {
        response.delivery = .cut(afterBytes: bytes.count / 2)
      }
    case .droppedBefore, .droppedAfter:
      response.delivery = .dropped
    case .contentType(let type):
      response.headers["Content-Type"] = type
    case .member(let name, let value):
      if let location = response.headers["Location"] {
        guard let changed = Self.location(location, setting: name, to: value) else { return false }
        response.headers["Location"] = changed
      } else {
        guard var object = Self.object(of: response),
          object[name] != nil || (value != nil && response.status < 400)
        else { return false }
        object[name] = value
        response.body = .bytes(Array(JSONValue.object(object).serialized().utf8))
      }
    case .delay, .error:
      break
    }
    return true
  }

  private static func object(of response: HTTPResponse) -> JSONObject? {
    guard case .bytes(let bytes) = response.body else { return nil }
    return (try? JSONParser.parse(bytes))?.object
  }

  private static func makeError(_ response: inout HTTPResponse) {
    if object(of: response)?["error"] != nil { return }
    let error = OAuthError(.serverError, description: "the provider has failed on purpose")
    response = EndpointResponse.unstored(error.json).http
  }

  private static func location(
    _ location: String, setting name: String, to value: JSONValue?
  ) -> String? {
    guard let start = location.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return nil }
    let parameters = FormFields(String(location[location.index(after: start)...])).fields
    var pairs = parameters.filter { $0.name != name }.map { (name: $0.name, value: $0.value) }
    if let value { pairs.append((name: name, value: value.string ?? value.serialized())) }
    return location[...start] + RedirectURI.encoded(pairs)
  }
}

import JSON

/// The line of a run's report that tells of a request.
func request(
  _ number: Int, _ line: String, from: String = "Sample", to: String = "Gateway",
  fields: [(String, String)] = [], body: String = ""
) -> String {
  let words = line.split(separator: " ").map(String.init)
  let value: JSONValue = [
    "number": .integer(number), "from": .string(from), "to": .string(to),
    "method": .string(words[0]), "target": .string(words[1]), "length": .integer(body.utf8.count),
    "fields": .array(fields.map { [.string($0.0), .string($0.1)] }), "body": .string(body),
  ]
  return "request " + value.serialized() + "\n"
}

/// The line of a run's report that tells of an answer.
func answer(
  _ number: Int, _ status: Int, fields: [(String, String)] = [], body: String = ""
) -> String {
  let value: JSONValue = [
    "number": .integer(number), "status": .integer(status), "length": .integer(body.utf8.count),
    "fields": .array(fields.map { [.string($0.0), .string($0.1)] }), "body": .string(body),
  ]
  return "answer " + value.serialized() + "\n"
}

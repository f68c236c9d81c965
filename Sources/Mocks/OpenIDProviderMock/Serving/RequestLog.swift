extension [LoggedRequest] {
  /// The requests as a sequence diagram in Mermaid's language, for documentation.
  public var sequenceDiagram: String {
    var lines = ["sequenceDiagram", "  participant C as Client", "  participant P as Provider"]
    for request in self {
      let sent = request.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      let (from, to) = request.sender == .provider ? ("P", "C") : ("C", "P")
      lines.append(
        "  \(from)->>\(to): " + Self.escaped("\(request.method) \(request.path) \(sent)"))
      let names = request.responseParameters.map(\.name).joined(separator: ", ")
      let error = request.error.map { " " + $0 } ?? ""
      lines.append(
        request.status == 0
          ? "  \(to)--x\(from): connection dropped"
          : "  \(to)-->>\(from): " + Self.escaped("\(request.status)\(error) \(names)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Mermaid ends a message at `;` and reads `#` as an entity.
  private static func escaped(_ text: String) -> String {
    var text = text.replacing("#", with: "#35;").replacing("\n", with: " ")
    while text.hasSuffix(" ") { text.removeLast() }
    return text.replacing(";", with: "#59;").replacing("#35#59;", with: "#35;")
  }
}

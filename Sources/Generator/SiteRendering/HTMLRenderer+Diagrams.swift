import DocModel

extension HTMLRenderer {
  /// Writes a diagram by the author.
  mutating func write(figure diagram: SequenceDiagram) {
    guard !diagram.participants.isEmpty else { return }
    let names = Self.list(diagram.participants)
    append("<figure class=\"diagram\">\n")
    write(drawing: diagram, name: diagram.title ?? "Sequence diagram of \(names)")
    append("</figure>\n")
  }

  /// Writes the transcript of a sample, which readers can open without a script.
  mutating func write(_ messages: [HTTPMessage], omittedCount: Int) {
    let count = messages.count { !$0.isResponse }
    let total = count + omittedCount
    guard total > 0 else { return }
    let beginning = omittedCount == 0 ? "" : count == 0 ? "none of " : "the first \(count) of "
    append("<details class=\"exchange\">\n<summary>HTTP exchange: \(beginning)\(total) ")
    append("request\(total == 1 ? "" : "s")</summary>\n")
    defer { append("</details>\n") }
    guard !messages.isEmpty else { return }
    let diagram = SequenceDiagram(of: messages)
    write(
      drawing: diagram,
      name: "The requests and responses between \(Self.list(diagram.participants))")
    append("<ol class=\"transcript\">\n")
    for message in messages {
      append("<li><p>\(HTMLWriter.escape("\(message.sender) → \(message.receiver)"))</p>\n")
      let text = highlighting.html(for: message) ?? HTMLWriter.escape(message.text)
      append("<pre tabindex=\"0\"><code class=\"language-http\">\(text)\n</code></pre></li>\n")
    }
    append("</ol>\n")
  }

  /// Writes a drawing, focusable so that readers can scroll a wide one from the keyboard.
  private mutating func write(drawing diagram: SequenceDiagram, name: String) {
    diagrams += 1
    append("<div class=\"drawing\" tabindex=\"0\">")
    append(DiagramDrawing.svg(of: diagram, id: "diagram-\(diagrams)", name: name))
    append("</div>\n")
  }

  private static func list(_ names: [String]) -> String {
    let names = names.map { $0.split(separator: "\n").joined(separator: " ") }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}

extension SequenceDiagram {
  /// Creates the diagram of a transcript: first the clients, then the servers, each in order of
  /// appearance.
  fileprivate init(of messages: [HTTPMessage]) {
    self.init()
    let servers = Set(messages.lazy.filter { !$0.isResponse }.map(\.receiver))
    for message in messages where !servers.contains(message.sender) {
      _ = index(of: message.sender)
    }
    for message in messages {
      let from = index(of: message.sender)
      let to = index(of: message.receiver)
      steps.append(
        .message(Message(from: from, to: to, text: message.label, isDashed: message.isResponse)))
    }
  }
}

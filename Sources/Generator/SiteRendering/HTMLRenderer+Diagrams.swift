import DocgenDocModel

extension HTMLRenderer {
  /// Writes a diagram by the author.
  mutating func write(figure diagram: SequenceDiagram) {
    guard !diagram.participants.isEmpty else { return }
    let names = Self.list(diagram.participants)
    append("<figure class=\"diagram\">\n")
    write(drawing: diagram, name: diagram.title ?? "Sequence diagram of \(names)")
    append("</figure>\n")
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

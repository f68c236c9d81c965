import DocgenDocModel

extension HTMLRenderer {
  /// Writes a diagram by the author.
  mutating func write(figure diagram: SequenceDiagram) {
    guard !diagram.participants.isEmpty else { return }
    let names = diagram.participants.map { $0.split(separator: "\n").joined(separator: " ") }
    append("<figure class=\"diagram\">\n")
    write(
      drawing: diagram,
      name: diagram.title ?? "\(strings["sequenceDiagram"]): \(names.joined(separator: ", "))")
    append("</figure>\n")
  }

  /// Writes a drawing, which scrolls in its box if that is narrower.
  private mutating func write(drawing diagram: SequenceDiagram, name: String) {
    diagrams += 1
    append("<div class=\"drawing\">")
    append(DiagramDrawing.svg(of: diagram, id: "diagram-\(diagrams)", name: name))
    append("</div>\n")
  }
}

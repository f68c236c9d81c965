import DocgenDocModel

extension HTMLRenderer {
  /// Writes a diagram by the author.
  mutating func write(figure diagram: SequenceDiagram) {
    guard !diagram.participants.isEmpty else { return }
    let names = diagram.participants.map { $0.split(separator: "\n").joined(separator: " ") }
    diagrams += 1
    let svg = DiagramDrawing.svg(
      of: diagram, id: "diagram-\(diagrams)",
      name: diagram.title ?? "\(strings["sequenceDiagram"]): \(names.joined(separator: ", "))")
    // A drawing scrolls in its box if that is narrower.
    html += "<figure class=\"diagram\">\n<div class=\"drawing\">\(svg)</div>\n</figure>\n"
  }
}

import DocgenDocModel

/// Draws a sequence diagram as SVG for a page.
///
/// Everything has the colour of the surrounding text, so that it is readable on light and dark
/// backgrounds without a style sheet; a theme may colour the classes.
struct DiagramDrawing {
  private let layout: DiagramLayout
  private let diagram: SequenceDiagram
  private var svg = ""

  /// Returns the SVG of a diagram; the ids of its parts begin with `id` and must be unique on the
  /// page.
  static func svg(of diagram: SequenceDiagram, id: String, name: String) -> String {
    var drawing = DiagramDrawing(layout: DiagramLayout(diagram), diagram: diagram)
    let sentences = diagram.sentences.joined(separator: ". ")
    drawing.draw(
      attributes: "role=\"img\" aria-labelledby=\"\(id)-title \(id)-text\"",
      head: "<title id=\"\(id)-title\">\(HTMLText.escape(name))</title>\n"
        + "<desc id=\"\(id)-text\">\(HTMLText.escape(sentences))</desc>\n")
    return drawing.svg
  }

  /// Returns the SVG of a diagram whose text is next to it, so that screen readers skip it.
  static func decorativeSVG(of diagram: SequenceDiagram) -> String {
    var drawing = DiagramDrawing(layout: DiagramLayout(diagram), diagram: diagram)
    drawing.draw(attributes: "aria-hidden=\"true\"", head: "")
    return drawing.svg
  }

  private mutating func draw(attributes: String, head: String) {
    let width = Self.number(layout.width.rounded(.up))
    let height = Self.number(layout.height.rounded(.up))
    svg += "<svg class=\"sequence\" width=\"\(width)\" height=\"\(height)\" "
    svg += "viewBox=\"0 0 \(width) \(height)\" font-size=\"13\" \(attributes)>\n\(head)"
    if let title = diagram.title {
      text(title, x: layout.width / 2, y: 8, anchor: "middle", style: "sequence-title", size: 15)
    }
    for index in diagram.participants.indices { line(of: index) }
    for (step, top) in zip(diagram.steps, layout.tops) {
      switch step {
      case .message(let message): draw(message, top: top)
      case .note(let note): draw(note, top: top)
      }
    }
    for index in diagram.participants.indices {
      box(of: index, top: layout.boxTop)
      if layout.repeatsNames { box(of: index, top: layout.lineEnd) }
    }
    svg += "</svg>"
  }

  private mutating func line(of index: Int) {
    let x = Self.number(layout.centres[index])
    svg += "<line class=\"sequence-line\" x1=\"\(x)\" y1=\"\(Self.number(layout.lineStart))\" "
    svg += "x2=\"\(x)\" y2=\"\(Self.number(layout.lineEnd))\" stroke=\"currentColor\" "
    svg += "stroke-opacity=\"0.35\" stroke-dasharray=\"2 4\"/>\n"
  }

  private mutating func box(of index: Int, top: Double) {
    let width = layout.boxWidths[index]
    let x = layout.centres[index] - width / 2
    rectangle("sequence-box", x: x, y: top, width: width, height: layout.boxHeight, opacity: 0.06)
    text(
      diagram.participants[index], x: layout.centres[index],
      y: top + middle(of: diagram.participants[index], in: layout.boxHeight), anchor: "middle",
      style: "sequence-name")
  }

  private mutating func draw(_ message: SequenceDiagram.Message, top: Double) {
    guard message.isError else { return drawArrow(message, top: top) }
    svg += "<g class=\"sequence-error\">\n"
    drawArrow(message, top: top)
    svg += "</g>\n"
  }

  private mutating func drawArrow(_ message: SequenceDiagram.Message, top: Double) {
    let from = layout.centres[message.from]
    let to = layout.centres[message.to]
    let labelHeight =
      message.text.isEmpty
      ? 6 : Double(DiagramLayout.lineCount(message.text)) * DiagramLayout.lineHeight
    let dashes = message.isDashed ? " stroke-dasharray=\"6 4\"" : ""
    let style =
      "class=\"sequence-arrow\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.3\""
    if message.from == message.to {
      let x = Self.number(from)
      let loop = Self.number(from + DiagramLayout.loopWidth)
      let bottom = top + labelHeight / 2 + 16
      svg += "<path \(style)\(dashes) d=\"M\(x) \(Self.number(top + 6))H\(loop)"
      svg += "V\(Self.number(bottom))H\(Self.number(from + 2))\"/>\n"
      head(at: from + 1, y: bottom, isRightward: false, isOpen: message.isOpen)
      text(
        message.text, x: from + DiagramLayout.loopWidth + 8,
        y: top + (bottom - top) / 2 + 3 - labelHeight / 2, anchor: "start", style: "sequence-label")
      return
    }
    let y = top + labelHeight + 3
    let isRightward = to > from
    // The line ends within the head, so that its end isn't visible at the tip.
    let end = message.isOpen ? to : isRightward ? to - 6 : to + 6
    svg += "<path \(style)\(dashes) d=\"M\(Self.number(from)) \(Self.number(y))"
    svg += "H\(Self.number(end))\"/>\n"
    head(at: to, y: y, isRightward: isRightward, isOpen: message.isOpen)
    text(message.text, x: (from + to) / 2, y: top, anchor: "middle", style: "sequence-label")
  }

  private mutating func head(at x: Double, y: Double, isRightward: Bool, isOpen: Bool) {
    let back = Self.number(isRightward ? x - 9 : x + 9)
    let points =
      "M\(back) \(Self.number(y - 4.5))L\(Self.number(x)) \(Self.number(y))"
      + "L\(back) \(Self.number(y + 4.5))"
    svg +=
      isOpen
      ? "<path class=\"sequence-arrow\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.3\" "
        + "d=\"\(points)\"/>\n"
      : "<path class=\"sequence-head\" fill=\"currentColor\" d=\"\(points)Z\"/>\n"
  }

  private mutating func draw(_ note: SequenceDiagram.Note, top: Double) {
    let box = layout.box(of: note)
    rectangle(
      "sequence-note", x: box.x, y: top, width: box.width, height: box.height, opacity: 0.1)
    text(
      note.text, x: box.x + box.width / 2, y: top + middle(of: note.text, in: box.height),
      anchor: "middle", style: "sequence-remark")
  }

  private mutating func rectangle(
    _ name: String, x: Double, y: Double, width: Double, height: Double, opacity: Double
  ) {
    svg += "<rect class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
    svg += "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" rx=\"5\" "
    svg += "fill=\"currentColor\" fill-opacity=\"\(Self.number(opacity))\" "
    svg += "stroke=\"currentColor\" stroke-opacity=\"0.5\"/>\n"
  }

  /// Returns the offset of the first line for a text centred in a height.
  private func middle(of text: String, in height: Double) -> Double {
    (height - Double(DiagramLayout.lineCount(text)) * DiagramLayout.lineHeight) / 2
  }

  /// Draws lines of text; the box of the first begins at `y`.
  private mutating func text(
    _ text: String, x: Double, y: Double, anchor: String, style: String, size: Double = 13
  ) {
    guard !text.isEmpty else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let baseline = y + Double(number) * (DiagramLayout.lineHeight + size - 13) + size
      svg += "<text class=\"\(style)\" x=\"\(Self.number(x))\" y=\"\(Self.number(baseline))\" "
      svg += "text-anchor=\"\(anchor)\" fill=\"currentColor\""
      svg += size == 13 ? "" : " font-size=\"\(Self.number(size))\""
      svg += ["sequence-label", "sequence-remark"].contains(style) ? "" : " font-weight=\"600\""
      svg += ">\(HTMLText.escape(line))</text>\n"
    }
  }

  /// Returns a number with at most two decimals, the same on every machine.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

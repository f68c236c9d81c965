import DocgenDocModel

/// The layout of a sequence diagram, in CSS pixels.
struct DiagramLayout {
  static let fontSize = 13.0
  static let lineHeight = 17.0
  static let boxPadding = 12.0
  static let labelMargin = 14.0
  static let notePadding = 8.0
  static let loopWidth = 34.0
  private static let margin = 10.0
  private static let leastGap = 72.0

  let diagram: SequenceDiagram
  /// The width of each participant's box.
  let boxWidths: [Double]
  /// The height of all boxes.
  let boxHeight: Double
  /// The x of each participant's line.
  private(set) var centres: [Double] = []
  /// The total width.
  private(set) var width = 0.0
  /// The y where each step begins, and finally where the lines end.
  private(set) var tops: [Double] = []
  /// The y where the lines begin.
  let lineStart: Double

  init(_ diagram: SequenceDiagram) {
    self.diagram = diagram
    boxWidths = diagram.participants.map { name in
      max(64, TextWidth.of(name, fontSize: Self.fontSize) * 1.06 + 2 * Self.boxPadding)
    }
    let lines = diagram.participants.map(Self.lineCount).max() ?? 1
    boxHeight = Double(lines) * Self.lineHeight + 14
    let title = diagram.title.map { Double(Self.lineCount($0)) * (Self.lineHeight + 3) + 8 } ?? 0
    lineStart = Self.margin + title + boxHeight
    placeColumns()
    placeRows()
  }

  /// The y where the lines end.
  var lineEnd: Double { tops.last ?? lineStart }
  /// Whether the names are repeated at the bottom, because those at the top may be out of sight.
  var repeatsNames: Bool { diagram.steps.count > 8 }
  /// The total height.
  var height: Double { lineEnd + (repeatsNames ? boxHeight : 0) + Self.margin }
  /// The y of the boxes at the top.
  var boxTop: Double { lineStart - boxHeight }

  static func lineCount(_ text: String) -> Int {
    max(1, text.split(separator: "\n", omittingEmptySubsequences: false).count)
  }

  /// Returns the box of a note: x, width and height.
  func box(of note: SequenceDiagram.Note) -> (x: Double, width: Double, height: Double) {
    let width = Self.noteWidth(note.text)
    let height = Double(Self.lineCount(note.text)) * Self.lineHeight + 2 * Self.notePadding - 4
    switch note.placement {
    case .leftOf(let index): return (centres[index] - Self.labelMargin - width, width, height)
    case .rightOf(let index): return (centres[index] + Self.labelMargin, width, height)
    case .over(let first, let last):
      let needed = max(width, first == last ? 0 : centres[last] - centres[first] + 48)
      return ((centres[first] + centres[last] - needed) / 2, needed, height)
    }
  }

  private static func noteWidth(_ text: String) -> Double {
    TextWidth.of(text, fontSize: fontSize) + 2 * notePadding
  }

  /// Places the columns far enough apart for boxes, labels and notes.
  private mutating func placeColumns() {
    let count = diagram.participants.count
    guard count > 0 else { return }
    // Space before the first column, between columns, and after the last.
    var gaps = [Double](repeating: Self.leastGap, count: count + 1)
    gaps[0] = boxWidths[0] / 2
    gaps[count] = boxWidths[count - 1] / 2
    for index in 1..<max(count, 1) {
      gaps[index] = max(gaps[index], (boxWidths[index - 1] + boxWidths[index]) / 2 + 16)
    }
    func widen(_ first: Int, through last: Int, to needed: Double) {
      let missing = needed - gaps[first...last].reduce(0, +)
      guard missing > 0 else { return }
      for index in first...last { gaps[index] += missing / Double(last - first + 1) }
    }
    // Short spans first, because their space also counts for the long ones.
    for step in diagram.steps.sorted(by: { Self.span($0) < Self.span($1) }) {
      switch step {
      case .message(let message):
        let text = TextWidth.of(message.text, fontSize: Self.fontSize)
        if message.from == message.to {
          widen(
            message.from + 1, through: message.from + 1,
            to: text + Self.loopWidth + 2 * Self.labelMargin)
        } else {
          widen(
            min(message.from, message.to) + 1, through: max(message.from, message.to),
            to: text + 2 * Self.labelMargin)
        }
      case .note(let note):
        let needed = Self.noteWidth(note.text) + Self.labelMargin + 6
        switch note.placement {
        case .leftOf(let index): widen(index, through: index, to: needed)
        case .rightOf(let index): widen(index + 1, through: index + 1, to: needed)
        case .over(let first, let last) where first == last:
          widen(first, through: first, to: needed / 2)
          widen(first + 1, through: first + 1, to: needed / 2)
        case .over(let first, let last):
          widen(first, through: first, to: 30)
          widen(last + 1, through: last + 1, to: 30)
          widen(first + 1, through: last, to: needed - 48)
        }
      }
    }
    var x = Self.margin
    for gap in gaps.dropLast() {
      x += gap
      centres.append(x)
    }
    let title = TextWidth.of(diagram.title ?? "", fontSize: Self.fontSize + 2) * 1.06
    width = max(x + gaps[count] + Self.margin, title + 2 * Self.margin)
  }

  private static func span(_ step: SequenceDiagram.Step) -> Int {
    switch step {
    case .message(let message): abs(message.from - message.to)
    case .note(let note):
      if case .over(let first, let last) = note.placement { last - first } else { 0 }
    }
  }

  private mutating func placeRows() {
    var y = lineStart + 12
    for step in diagram.steps {
      tops.append(y)
      switch step {
      case .message(let message):
        let label =
          message.text.isEmpty ? 6 : Double(Self.lineCount(message.text)) * Self.lineHeight
        y += label + (message.from == message.to ? 22 : 15)
      case .note(let note): y += box(of: note).height + 12
      }
    }
    tops.append(y + 6)
  }
}

/// An estimate of a text's width, without a font.
///
/// The widths are those of the widest common sans serif (DejaVu Sans); other fonts leave a little
/// space.
enum TextWidth {
  /// Returns the width of the longest line, in the unit of the font size.
  static func of(_ text: String, fontSize: Double) -> Double {
    text.split(separator: "\n").map { line in
      line.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }
    .max().map { $0 * fontSize } ?? 0
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|": 0.3
    case " ", ",", ".", "I", ":", ";", "/", "\\", "f", "t", "(", ")", "[", "]", "!": 0.38
    case "r", "-", "\"", "*": 0.46
    case "m", "M", "W", "@", "%", "…", "→", "w": 1
    case "A"..."Z", "=", "+", "<", ">", "_", "&", "#", "~": 0.76
    case "a"..."z", "0"..."9", "?", "$": 0.64
    case _ where scalar.value >= 0x1100: 1.05
    default: 0.7
    }
  }
}

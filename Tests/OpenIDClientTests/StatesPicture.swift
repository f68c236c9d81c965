import Foundation

/// The guide's picture of the states, drawn from the transitions.
struct StatesPicture {
  private struct Point {
    var x: Double
    var y: Double
  }

  private static let boxes: KeyValuePairs<String, Point> = [
    "idle": Point(x: 96, y: 40), "authorizing": Point(x: 96, y: 160),
    "fetchingToken": Point(x: 96, y: 280), "authorized": Point(x: 96, y: 400),
    "cancelled": Point(x: 384, y: 100), "failed": Point(x: 384, y: 280),
  ]
  private static let halfWidth = 62.0
  private static let halfHeight = 18.0

  private var lines: [String] = []
  private var heads: [String] = []
  private var labels: [String] = []

  /// - Parameter transitions: the rows of the table that each transition has, by its two states.
  /// - Returns: `nil` if a state has no box.
  init?(of transitions: [[String]: [Int]]) {
    let boxes = Dictionary(uniqueKeysWithValues: Self.boxes.map { ($0.key, $0.value) })
    for (states, rows) in transitions.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let start = boxes[states[0]], let end = boxes[states[1]] else { return nil }
      let label = Self.label(rows)
      if states[0] == states[1] {
        addLoop(at: start, label)
      } else {
        let hasReverse = transitions[[states[1], states[0]]] != nil
        addArrow(from: start, to: end, label, isReturn: hasReverse && end.y < start.y)
      }
    }
  }

  /// Three or more rows that follow each other are a range.
  private static func label(_ rows: [Int]) -> String {
    let rows = rows.sorted()
    if rows.count > 2, rows.last! - rows[0] == rows.count - 1 { return "\(rows[0])–\(rows.last!)" }
    return rows.map(String.init).joined(separator: ", ")
  }

  private mutating func addLoop(at box: Point, _ label: String) {
    let (left, right, y) = (box.x - 24, box.x + 24, box.y + Self.halfHeight)
    lines.append(
      "M\(n(left)) \(n(y))C\(n(left)) \(n(y + 34)) \(n(right)) \(n(y + 34)) \(n(right)) \(n(y + 6))"
    )
    addHead(at: Point(x: right, y: y + 2), from: Point(x: right, y: y + 9))
    addLabel(label, at: Point(x: box.x, y: y + 42), "middle")
  }

  /// Draws an arrow that bends to its right, so that there and back are two lines.
  private mutating func addArrow(
    from start: Point, to end: Point, _ label: String, isReturn: Bool
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = hypot(dx, dy)
    let side = Point(x: -dy / length, y: dx / length)
    let isVertical = dx == 0
    // Past the boxes between, or straight to the next; beside the arrow there.
    let bend = isVertical ? (length > 200 || isReturn ? 0.4 : 0) : 0.1
    let control = Point(
      x: (start.x + end.x) / 2 + side.x * bend * length,
      y: (start.y + end.y) / 2 + side.y * bend * length)
    let from = Self.border(of: start, towards: control, gap: 0)
    let to = Self.border(of: end, towards: control, gap: 3)
    let back = hypot(to.x - control.x, to.y - control.y)
    let tail = Point(
      x: to.x - (to.x - control.x) / back * 7, y: to.y - (to.y - control.y) / back * 7)
    lines.append(
      "M\(n(from.x)) \(n(from.y))Q\(n(control.x)) \(n(control.y)) \(n(tail.x)) \(n(tail.y))")
    addHead(at: to, from: tail)
    // Near its start, where arrows are apart.
    let share = isVertical ? 0.5 : 0.26
    let parts = ((1 - share) * (1 - share), 2 * share * (1 - share), share * share)
    let gap = isVertical ? 8 : 7 + 2.4 * Double(label.count)
    addLabel(
      label,
      at: Point(
        x: parts.0 * from.x + parts.1 * control.x + parts.2 * to.x + side.x * gap,
        y: parts.0 * from.y + parts.1 * control.y + parts.2 * to.y + side.y * gap + 4),
      side.x < -0.5 ? "end" : side.x > 0.5 ? "start" : "middle")
  }

  /// Returns where the line from a box's centre to a point leaves the box.
  private static func border(of box: Point, towards point: Point, gap: Double) -> Point {
    let (dx, dy) = (point.x - box.x, point.y - box.y)
    let share = min((halfWidth + gap) / abs(dx), (halfHeight + gap) / abs(dy))
    return Point(x: box.x + dx * share, y: box.y + dy * share)
  }

  private mutating func addHead(at tip: Point, from tail: Point) {
    let length = hypot(tip.x - tail.x, tip.y - tail.y)
    let (x, y) = ((tip.x - tail.x) / length, (tip.y - tail.y) / length)
    let base = Point(x: tip.x - 9 * x, y: tip.y - 9 * y)
    heads.append(
      "M\(n(tip.x)) \(n(tip.y))L\(n(base.x - 5 * y)) \(n(base.y + 5 * x))"
        + "L\(n(base.x + 5 * y)) \(n(base.y - 5 * x))z")
  }

  private mutating func addLabel(_ text: String, at point: Point, _ anchor: String) {
    labels.append(
      "<text x=\"\(n(point.x))\" y=\"\(n(point.y))\" text-anchor=\"\(anchor)\">\(text)</text>")
  }

  private func n(_ value: Double) -> Int { Int(value.rounded()) }

  /// The drawing, as an SVG element.
  var svg: String {
    let rectangles = Self.boxes.map { _, box in
      "<rect x=\"\(n(box.x - Self.halfWidth))\" y=\"\(n(box.y - Self.halfHeight))\" "
        + "width=\"\(n(2 * Self.halfWidth))\" height=\"\(n(2 * Self.halfHeight))\" rx=\"6\"/>"
    }
    let names = Self.boxes.map { name, box in
      "<text x=\"\(n(box.x))\" y=\"\(n(box.y + 5))\">\(name)</text>"
    }
    let parts =
      [
        "<svg viewBox=\"-28 16 482 452\" width=\"600\" role=\"img\" aria-labelledby=\"states-title\" "
          + "font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"currentColor\">",
        "<title id=\"states-title\">The six states of a login and the transitions between them, as "
          + "listed in the table below</title>",
        "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\">",
      ] + rectangles + lines.map { "<path d=\"\($0)\"/>" } + ["</g>"]
      + heads.map { "<path d=\"\($0)\"/>" }
      + ["<g text-anchor=\"middle\" font-weight=\"600\">"] + names + ["</g>"] + labels + ["</svg>"]
    return parts.joined(separator: "\n")
  }

  /// The drawing as a file, with its own colors, because a picture doesn't know those of its page.
  var file: String {
    svg.replacing(
      "<svg ", with: "<svg xmlns=\"http://www.w3.org/2000/svg\" color=\"#1d1d1f\" "
    ).replacing(
      "</title>",
      with: "</title>\n"
        + "<style>@media (prefers-color-scheme: dark) { svg { color: #e6eaf1 } }</style>"
    ) + "\n"
  }
}

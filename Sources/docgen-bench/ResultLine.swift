import Foundation

/// The texts of results, with fixed widths so that they stand below each other.
enum ResultLine {
  /// One work: its name, the median with the shortest and the longest round, and what it comes to.
  static func text(_ name: String, _ measurement: Measurement, _ remark: String = "") -> String {
    let range = "(\(time(measurement.minimum)) to \(time(measurement.maximum)))"
    let line = "  \(padded(name, 44)) \(padded(time(measurement.median), 10)) \(padded(range, 26))"
    return (line + remark).trimmingSuffix()
  }

  /// One ratio of two works' medians.
  static func ratio(_ name: String, _ ratio: Double?) -> String {
    "  \(padded(name, 44)) \(ratio.map { number($0, digits: 2) + " ×" } ?? "no base")"
  }

  /// A time in the unit that suits it: seconds from one on, else milliseconds.
  static func time(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds >= 1
      ? "\(number(seconds, digits: 2)) s" : "\(number(seconds * 1_000, digits: 2)) ms"
  }

  /// A number with the given digits behind the point.
  static func number(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

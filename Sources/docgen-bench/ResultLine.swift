import Foundation

/// Formats results in columns of fixed width.
enum ResultLine {
  /// Returns the line of a job: its name, the median with the shortest and the longest round, and a
  /// remark.
  static func text(_ name: String, measurement: Measurement, remark: String = "") -> String {
    let range = "(\(time(measurement.minimum)) to \(time(measurement.maximum)))"
    let line =
      "  \(padded(name, to: 44)) \(padded(time(measurement.median), to: 10)) \(padded(range, to: 26))"
    return (line + remark).trimmingSuffix()
  }

  /// Returns the line of a ratio of two medians.
  static func ratio(_ name: String, ratio: Double?) -> String {
    "  \(padded(name, to: 44)) \(ratio.map { number($0, digits: 2) + " ×" } ?? "no base")"
  }

  /// Returns a time in seconds if it is at least one, otherwise in milliseconds.
  static func time(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds >= 1
      ? "\(number(seconds, digits: 2)) s" : "\(number(seconds * 1_000, digits: 2)) ms"
  }

  /// Returns a number with some decimals.
  static func number(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func padded(_ text: String, to width: Int) -> String {
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

public import Foundation
import Synchronization

/// Times in the forms that HTTP fields and Go's JSON use.
public enum HTTPDate {
  /// Returns a time as HTTP fields write it (RFC 9110 5.6.7): `Wed, 18 May 2033 03:33:20 GMT`.
  public static func text(_ date: Date) -> String {
    let second = date.timeIntervalSinceReferenceDate.rounded(.down)
    if let text = latest.withLock({ $0.second == second ? $0.text : nil }) { return text }
    let text = newText(date)
    latest.withLock { $0 = (second, text) }
    return text
  }

  /// The latest text and its second.
  ///
  /// Every response has a date, so the tasks of all requests share it.
  private static let latest = Mutex<(second: Double, text: String)>((.nan, ""))

  private static func newText(_ date: Date) -> String {
    let parts = calendar.dateComponents(in: .gmt, from: date)
    guard let weekday = parts.weekday, let month = parts.month, let year = parts.year else {
      return ""
    }
    let day = "\(weekdays[weekday - 1]), \(twoDigits(parts.day)) \(months[month - 1]) \(year)"
    return "\(day) \(time(parts)) GMT"
  }

  /// Returns a time in UTC by RFC 3339, as Go's JSON writes it: without trailing zeros in the fraction.
  public static func rfc3339(_ date: Date, hasFraction: Bool) -> String {
    let parts = calendar.dateComponents(in: .gmt, from: date)
    guard let year = parts.year else { return "" }
    var text = "\(year)-\(twoDigits(parts.month))-\(twoDigits(parts.day))T\(time(parts))"
    if hasFraction, let nanosecond = parts.nanosecond, nanosecond > 0 {
      var digits = String(String(1_000_000_000 + nanosecond).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let calendar = Calendar(identifier: .gregorian)

  private static func time(_ parts: DateComponents) -> String {
    [parts.hour, parts.minute, parts.second].map(twoDigits).joined(separator: ":")
  }

  private static func twoDigits(_ number: Int?) -> String {
    String(String(100 + (number ?? 0)).suffix(2))
  }
}

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
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
    guard let weekday = parts.weekday, let month = parts.month, let year = parts.year,
      let day = parts.day, let hour = parts.hour, let minute = parts.minute,
      let second = parts.second
    else { return "" }
    let time = "\(twoDigits(hour)):\(twoDigits(minute)):\(twoDigits(second))"
    return "\(weekdays[weekday - 1]), \(twoDigits(day)) \(months[month - 1]) \(year) \(time) GMT"
  }

  /// Returns a time in UTC by RFC 3339, as Go's JSON writes it: without trailing zeros in the fraction.
  public static func rfc3339(_ date: Date, hasFraction: Bool) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day,
      let hour = parts.hour, let minute = parts.minute, let second = parts.second
    else { return "" }
    var text = "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    text += "T\(twoDigits(hour)):\(twoDigits(minute)):\(twoDigits(second))"
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

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

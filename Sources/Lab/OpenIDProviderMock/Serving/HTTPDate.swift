import Foundation

/// The date of a `Date` header (RFC 9110 5.6.7), from the injected clock.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Such as `Wed, 18 May 2033 03:33:20 GMT`.
  static func text(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let day = seconds.floorDivided(by: 86_400)
    let time = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(fromDay: day)
    let weekday = days[day - day.floorDivided(by: 7) * 7]
    return "\(weekday), \(padded(dayOfMonth)) \(months[month - 1]) \(padded(year, to: 4)) "
      + "\(padded(time / 3_600)):\(padded(time / 60 % 60)):\(padded(time % 60)) GMT"
  }

  /// The Gregorian date of a day counted from 1970-01-01, in eras of 400 years from 0000-03-01,
  /// so that the leap day is the last of its year.
  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}

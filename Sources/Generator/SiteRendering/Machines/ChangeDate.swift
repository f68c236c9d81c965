public import Foundation

/// When a file last changed.
public struct ChangeDate: Sendable, Hashable {
  private let date: Date

  /// Creates a date.
  public init(_ date: Date) { self.date = date }

  /// The time in seconds since 1970.
  var seconds: Double { date.timeIntervalSince1970 }

  /// The time in UTC, such as `2026-11-21T09:30:00Z`.
  var time: String { date.formatted(.iso8601) }

  /// The day in UTC, such as `2026-11-21`.
  var day: String { String(time.prefix(10)) }

  /// Returns the day for readers of a language (BCP 47), such as `21 Nov 2026`.
  func text(in language: String) -> String {
    // American dates begin with the month, which others misread.
    let locale = Locale(identifier: language == "en" ? "en-GB" : language)
    return date.formatted(
      Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: .gmt))
  }
}

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

  /// The day for readers, such as `21 Nov 2026`.
  var text: String {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    return "\(parts[2]) \(Self.months[parts[1] - 1]) \(parts[0])"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

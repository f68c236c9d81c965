import Foundation
import JSON

/// The property `_exp`: the time a document expires (`getExpiry`, db/revision.go).
enum DocumentExpiry {
  /// Returns the time that a value means; `nil` for none.
  ///
  /// As in Couchbase Server, numbers up to 30 days are seconds from now, greater ones Unix time. A
  /// string is such a number or RFC 3339.
  static func moment(of value: JSONValue?, now: Date) throws(StorageError) -> Date? {
    switch value {
    case nil, .null: return nil
    case .integer(let number): return moment(Double(number), now: now)
    case .double(let number): return moment(number, now: now)
    case .string(let text):
      if let number = Int(text) { return moment(Double(number), now: now) }
      if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
      throw StorageError(
        .invalid, "Invalid expiry: Unable to parse expiry \(text) as either numeric or date expiry")
    default: throw StorageError(.invalid, "Invalid expiry: Unrecognized expiry format")
    }
  }

  private static func moment(_ number: Double, now: Date) -> Date? {
    if number <= 0 { return nil }
    return number <= 2_592_000 ? now + number : Date(timeIntervalSince1970: number)
  }
}

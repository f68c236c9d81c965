public import Foundation

/// Times in the forms that HTTP fields and Go's JSON use.
public enum HTTPDate {
  /// Returns a time as HTTP fields write it (RFC 9110 5.6.7): `Wed, 18 May 2033 03:33:20 GMT`.
  public static func text(_ date: Date) -> String { text(date, as: "%a, %d %b %Y %H:%M:%S GMT") }

  /// Returns a time in UTC by RFC 3339, as Go's JSON writes it: without trailing zeros in the
  /// fraction.
  public static func rfc3339(_ date: Date, hasFraction: Bool) -> String {
    var text = text(date, as: "%Y-%m-%dT%H:%M:%S")
    let seconds = date.timeIntervalSinceReferenceDate
    let fraction = (seconds - seconds.rounded(.down)) * 1e9
    if hasFraction, fraction >= 1 {
      var digits = String(String(1_000_000_000 + Int(fraction)).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  /// Returns a time in UTC in a format of `strftime`, in English, because the process sets no
  /// locale.
  private static func text(_ date: Date, as format: String) -> String {
    var parts = tm()
    guard var second = time_t(exactly: date.timeIntervalSince1970.rounded(.down)),
      gmtime_r(&second, &parts) != nil
    else { return "" }
    return String(unsafeUninitializedCapacity: 40) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress, $0.count, format, &parts)
      }
    }
  }
}

import Foundation

/// The report of a sample's process about its end, which the host and `CSampleHost` write.
struct CrashReport: Sendable, Hashable {
  /// An address in the library.
  struct Address: Sendable, Hashable {
    /// The relation of an address to its line.
    enum Kind: String, Sendable {
      /// The instruction itself.
      case at
      /// The instruction after a call.
      case from
      /// The beginning of the function that continues after an `await`.
      case resume
    }

    var kind: Kind
    var offset: UInt64

    /// The offset of the instruction in question.
    var instruction: UInt64 { kind == .at || offset == 0 ? offset : offset - 1 }
  }

  /// The version that the host reported; `nil` if it wasn't docgen's.
  var host: Int?
  /// The signal, if one was caught.
  var signal: Int?
  /// Whether it timed out.
  var isTimeOut = false
  /// The description of an uncaught error.
  var error: String?
  /// The reason why the library couldn't be loaded.
  var loadFailure: String?
  /// Addresses, inner ones first.
  var addresses: [Address] = []

  /// Parses a report, and skips unknown lines.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      switch words[0] {
      case "host" where host == nil: host = Int(words[1])
      case "signal": signal = Int(words[1])
      case "timeout": isTimeOut = true
      // A more reliable method follows, which might have failed completely.
      case "afresh": addresses = []
      case "error", "load":
        let text = rest.prefix(max(0, Int(words[1]) ?? 0))
        rest = rest[text.endIndex...]
        if words[0] == "error" {
          error = String(decoding: text, as: UTF8.self)
        } else {
          loadFailure = String(decoding: text, as: UTF8.self)
        }
      default:
        guard let kind = Address.Kind(rawValue: String(words[0])),
          let offset = UInt64(words[1], radix: 16)
        else { continue }
        addresses.append(Address(kind: kind, offset: offset))
      }
    }
  }
}

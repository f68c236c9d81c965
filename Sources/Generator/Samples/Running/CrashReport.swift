import Foundation

/// What a sample's process said about its end, as the host and `CSampleHost` write it.
struct CrashReport: Sendable, Hashable {
  /// An address in the library.
  struct Address: Sendable, Hashable {
    /// What an address says about a line.
    enum Kind: String, Sendable {
      /// The very instruction.
      case at
      /// The instruction after a call.
      case from
      /// The beginning of the function that goes on after an `await`.
      case resume
    }

    var kind: Kind
    var offset: UInt64

    /// The offset of the instruction that is meant.
    var instruction: UInt64 { kind == .at || offset == 0 ? offset : offset - 1 }
  }

  /// The version that the host told; `nil` if it was none of ours.
  var host: Int?
  /// The signal, if one was caught.
  var signal: Int?
  /// Whether its time was over.
  var isTimeOut = false
  /// The description of an uncaught error.
  var error: String?
  /// Why the library couldn't be loaded.
  var loadFailure: String?
  /// Addresses, inner ones first.
  var addresses: [Address] = []

  /// Reads a report; what isn't understood is passed over.
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
      // Found by surer means, which might have failed altogether.
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

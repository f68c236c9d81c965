/// A device that waits for a user's decision (RFC 8628), as a value.
struct DeviceAuthorization: Sendable {
  let clientID: String
  let userCode: String
  let scopes: [String]
  let wantsOfflineAccess: Bool
  var decision: PolledDecision

  /// Returns eight letters without vowels, so that they form no words (6.1): `WDJB-MJHT`.
  static func userCode(from bytes: [UInt8]) -> String {
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    let code = bytes.prefix(8).map { letters[Int($0) % letters.count] }
    return String(code.prefix(4)) + "-" + String(code.dropFirst(4))
  }

  /// Returns whether a user typed this code; case and punctuation don't matter (6.1).
  func isCalled(_ typed: String) -> Bool {
    typed.uppercased().filter(\.isLetter) == userCode.filter(\.isLetter)
  }
}

/// The rules for names of users and roles (auth/role.go).
enum PrincipalName {
  /// The name in configurations and on the admin port of the user for requests without credentials.
  static let guest = "GUEST"

  /// Returns the name by which a user is stored: that of the guest is empty.
  static func stored(_ name: String) -> String { name == guest ? "" : name }

  /// Returns the name that the admin port shows of a stored user.
  static func shown(_ stored: String) -> String { stored.isEmpty ? guest : stored }

  /// Returns whether a name consists only of `[-+.@%\w]`; the empty name is the guest's.
  static func isValid(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-+.@%_".utf8.contains(byte)
      }
    }
  }

  /// Returns whether a user may have this email address: `^[-+.\w]+@\w[-.\w]+$` (auth/user.go).
  static func isValidEmail(_ address: String) -> Bool {
    let halves = address.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, halves[1].count >= 2 else { return false }
    guard let first = halves[1].first, first != "-", first != "." else { return false }
    let name = halves[0].allSatisfy { $0.isWordCharacter || "-+.".contains($0) }
    return name && halves[1].allSatisfy { $0.isWordCharacter || "-.".contains($0) }
  }
}

extension Character {
  /// `\w` of a regular expression: an ASCII letter, digit or underscore.
  fileprivate var isWordCharacter: Bool {
    isASCII && (isLetter || isNumber) || self == "_"
  }
}

/// The rules for names of users and roles (auth/role.go).
enum PrincipalName {
  /// The name in configurations and on the admin port of the user for requests without credentials.
  static let guest = "GUEST"

  /// Returns the name by which a user is stored: that of the guest is empty.
  static func stored(_ name: String) -> String { name == guest ? "" : name }

  /// Returns the name that the admin port shows of a stored user.
  static func shown(_ stored: String) -> String { stored.isEmpty ? guest : stored }

  /// Returns whether a user or role may have this name; the empty name is the guest's.
  static func isValid(_ name: String) -> Bool {
    // Not a pattern, because a document may grant to thousands of names.
    name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-+.@%".utf8.contains(byte)
      }
    }
  }

  /// Returns whether a user may have this email address (auth/user.go).
  static func isValidEmail(_ address: String) -> Bool {
    // As in Go, `\w` stands for ASCII only.
    let pattern = /[-+.\w]+@\w[-.\w]+/.asciiOnlyWordCharacters().matchingSemantics(.unicodeScalar)
    return address.wholeMatch(of: pattern) != nil
  }
}

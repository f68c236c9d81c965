/// The rules for names of users and roles (auth/role.go).
enum PrincipalName {
  /// The name in configurations and on the admin port of the user for requests without credentials.
  static let guest = "GUEST"

  /// Returns the name by which a user is stored: that of the guest is empty.
  static func stored(_ name: String) -> String { name == guest ? "" : name }

  /// Returns the name that the admin port shows of a stored user.
  static func shown(_ stored: String) -> String { stored.isEmpty ? guest : stored }

  /// Returns whether a user or role may have this name; the empty name is the guest's.
  static func isValid(_ name: String) -> Bool { matches(name, /[-+.@%\w]*/) }

  /// Returns whether a user may have this email address (auth/user.go).
  static func isValidEmail(_ address: String) -> Bool { matches(address, /[-+.\w]+@\w[-.\w]+/) }

  /// As in Go, `\w` stands for ASCII only.
  private static func matches(_ text: String, _ pattern: Regex<Substring>) -> Bool {
    let pattern = pattern.asciiOnlyWordCharacters().matchingSemantics(.unicodeScalar)
    return text.wholeMatch(of: pattern) != nil
  }
}

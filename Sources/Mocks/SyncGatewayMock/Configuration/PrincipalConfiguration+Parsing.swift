import DocgenJSON

extension PrincipalConfiguration {
  /// Returns why a user can't have a password (`IsPasswordValid`, db/users.go), otherwise `nil`.
  static func objection(toPassword password: String?, allowsEmpty: Bool) -> String? {
    guard let password, !password.isEmpty else {
      // The trailing space is in Sync Gateway's message.
      return allowsEmpty ? nil : "Empty passwords are not allowed "
    }
    return password.utf8.count < 3 ? "Passwords must be at least three 3 characters" : nil
  }

  /// Why there can't be such a user or role, regardless of the password, otherwise `nil`.
  var objection: String? {
    if !PrincipalName.isValid(name) { return "Invalid name \"\(name)\"" }
    if let channel = adminChannels.first(where: { !ChannelName.isValid($0) }) {
      return "Illegal channel name \"\(channel)\""
    }
    if !email.isEmpty, !PrincipalName.isValidEmail(email) { return "Invalid email address" }
    if let role = adminRoles.first(where: { !PrincipalName.isValid($0) }) {
      return "Invalid role name \"\(role)\""
    }
    return nil
  }
}

extension ConfigurationReader {
  mutating func principals(
    _ key: String, in section: Section, allowsEmptyPassword: Bool
  ) -> [PrincipalConfiguration] {
    let areUsers = key == "users"
    return named(key, in: section).map { name, section in
      let principal = principal(name, in: section)
      if let refusal = refusal(
        of: principal, isUser: areUsers, allowsEmptyPassword: allowsEmptyPassword)
      {
        let what = areUsers ? "user" : "role"
        report("Couldn't create \(what) \"\(name)\": 400 \(refusal)", atKey: section.path)
      }
      return principal
    }
  }

  /// Reads a user or role; the body of an admin request has the same form.
  mutating func principal(_ name: String, in section: Section) -> PrincipalConfiguration {
    reportUnknownKeys(in: section, known: .principal)
    return PrincipalConfiguration(
      name: name, password: string("password", in: section),
      email: string("email", in: section) ?? "",
      isDisabled: bool("disabled", in: section) ?? false,
      adminChannels: strings("admin_channels", in: section) ?? [],
      adminRoles: strings("admin_roles", in: section) ?? [])
  }

  /// Returns why the database would not start with this user or role, in Sync Gateway's words.
  private func refusal(
    of principal: PrincipalConfiguration, isUser: Bool, allowsEmptyPassword: Bool
  ) -> String? {
    let isGuest = isUser && principal.name == PrincipalName.guest
    // The guest exists already, and an existing user needs no new password.
    if isUser, !isGuest || principal.password != nil,
      let objection = PrincipalConfiguration.objection(
        toPassword: principal.password, allowsEmpty: allowsEmptyPassword)
    {
      return objection
    }
    return principal.objection
  }
}

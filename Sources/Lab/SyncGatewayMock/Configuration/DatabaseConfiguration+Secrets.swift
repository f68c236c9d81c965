import LabEnvironment

extension DatabaseConfiguration {
  /// Says which passwords the database knows, and what it identifies itself with to its providers.
  func tellSecrets(to random: LabRandom) {
    let keys =
      oidc?.providers.map { $0.validationKey == $0.clientID ? nil : $0.validationKey } ?? []
    for secret in (users.map(\.secret) + keys).compactMap(\.self) { random.tell(.chosen(secret)) }
  }
}

extension PrincipalConfiguration {
  /// The password, unless it is the name, which everybody may know.
  var secret: String? { password == name ? nil : password }
}

#if canImport(Security)
  import Foundation
  import Security

  /// Credentials in the Keychain, readable after the device's first unlock, on this device only.
  ///
  /// On macOS, the app must be signed with an entitlement for a keychain access group; Xcode adds
  /// one with the capability Keychain Sharing. Otherwise each method throws
  /// `errSecMissingEntitlement`, -34018.
  ///
  /// This type is the only part of the kit limited to Apple's systems; on Linux, tests run it
  /// against a substitute for the Keychain. Clients in one process renew one after another. Don't
  /// share the items with another process, such as an extension, through an access group: that
  /// process wouldn't wait for its turn.
  public struct KeychainCredentialStore: CredentialStore {
    /// An error of the Keychain.
    public struct KeychainError: Error, CustomStringConvertible {
      /// The `OSStatus`.
      public let status: Int32

      /// The system's message for the status.
      public var description: String {
        SecCopyErrorMessageString(status, nil) as String? ?? "Keychain error \(status)"
      }
    }

    private let service: String

    /// Creates a store whose items belong to a service, such as the app's bundle identifier.
    public init(service: String) { self.service = service }

    /// Returns the credentials of a key.
    public func load(_ key: CredentialKey) throws -> Credentials? {
      var query = item(key)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess else { throw KeychainError(status: status) }
      return (found as? Data).flatMap { Credentials(json: String(decoding: $0, as: UTF8.self)) }
    }

    /// Saves credentials.
    public func save(_ credentials: Credentials, for key: CredentialKey) throws {
      let data = Data(try credentials.json().utf8)
      let change = [kSecValueData as String: data]
      var status = SecItemUpdate(item(key) as CFDictionary, change as CFDictionary)
      if status == errSecItemNotFound {
        var new = item(key)
        new[kSecValueData as String] = data
        new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        status = SecItemAdd(new as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw KeychainError(status: status) }
    }

    /// Deletes the credentials of a key.
    public func delete(_ key: CredentialKey) throws {
      let status = SecItemDelete(item(key) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw KeychainError(status: status)
      }
    }

    private func item(_ key: CredentialKey) -> [String: Any] {
      let parts = [key.issuer, key.clientID, key.scope, key.responseType]
      return [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        // On macOS, `kSecAttrAccessible` has no effect on items of the login keychain.
        kSecUseDataProtectionKeychain as String: true,
        kSecAttrAccount as String: parts.map { FormParameters.escape($0) }.joined(separator: "&"),
      ]
    }
  }
#endif

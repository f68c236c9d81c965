// Apple documents these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
public import Synchronization

// A stand-in for the part of Apple's Security framework that KeychainCredentialStore uses, by
// Apple's documentation of each function: generic passwords, in memory. On Apple's systems the
// three types are Core Foundation's.

public typealias OSStatus = Int32
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = Any

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecDuplicateItem: OSStatus = -25_299
public let errSecItemNotFound: OSStatus = -25_300

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// A generic password: the Keychain keeps one for each service and account.
public struct Item: Hashable, Sendable {
  public var service: String
  public var account: String
}

/// What the Keychain has: each item's attributes, its data among them.
public let keychain = Mutex<[Item: [String: [UInt8]]]>([:])
/// Answered by each function, if it is not 0.
public let failure = Mutex<OSStatus>(0)

public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  status == errSecParam ? "One or more parameters passed to a function were not valid." : nil
}

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  perform(query) { items, item in
    guard let attributes = items[item] else { return errSecItemNotFound }
    guard query[kSecReturnData] as? Bool == true,
      query[kSecMatchLimit] as? String == kSecMatchLimitOne
    else { return errSecParam }
    result?.pointee = attributes[kSecValueData].map { data(from: $0) }
    return errSecSuccess
  }
}

public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  perform(attributes) { items, item in
    guard items[item] == nil else { return errSecDuplicateItem }
    guard let bytes = bytes(of: attributes), let access = attributes[kSecAttrAccessible] as? String
    else { return errSecParam }
    items[item] = [kSecValueData: bytes, kSecAttrAccessible: Array(access.utf8)]
    return errSecSuccess
  }
}

public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
  perform(query) { items, item in
    guard items[item] != nil else { return errSecItemNotFound }
    guard let bytes = bytes(of: attributes), attributes.count == 1 else { return errSecParam }
    items[item]?[kSecValueData] = bytes
    return errSecSuccess
  }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  perform(query) { items, item in
    items.removeValue(forKey: item) == nil ? errSecItemNotFound : errSecSuccess
  }
}

private func perform(
  _ query: CFDictionary, _ body: (inout [Item: [String: [UInt8]]], Item) -> OSStatus
) -> OSStatus {
  let failure = failure.withLock { $0 }
  guard failure == errSecSuccess else { return failure }
  guard query[kSecClass] as? String == kSecClassGenericPassword,
    let service = query[kSecAttrService] as? String, let account = query[kSecAttrAccount] as? String
  else { return errSecParam }
  return keychain.withLock { body(&$0, Item(service: service, account: account)) }
}

private func bytes(of attributes: CFDictionary) -> [UInt8]? {
  (attributes[kSecValueData] as? Data).map { Array($0) }
}

private func data(from bytes: [UInt8]) -> Any { Data(bytes) }

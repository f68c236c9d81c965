import Foundation
import Security
import Synchronization

// What an app does with KeychainCredentialStore, each outcome on a line.

let store = KeychainCredentialStore(service: "com.example.app")
let key = CredentialKey(
  issuer: "https://op.example/a&b", clientID: "app", scope: ["openid", "email"], responseType: .code
)
let otherKey = CredentialKey(
  issuer: "https://op.example/a", clientID: "b&app", scope: ["openid", "email"], responseType: .code
)
var credentials = Credentials(
  accessToken: "at", refreshToken: "rt", subject: "a-1", scope: ["openid"],
  issuedAt: Date(timeIntervalSince1970: 2_000_000_000.25),
  expiry: Date(timeIntervalSince1970: 2_000_003_600))

print("empty:", try store.load(key) == nil)
try store.save(credentials, for: key)
print("added:", try store.load(key) == credentials)
print("for others empty:", try store.load(otherKey) == nil)
print(
  "not for another service:",
  try KeychainCredentialStore(service: "com.example.other").load(key) == nil)
credentials.refreshToken = "rt-2"
try store.save(credentials, for: key)
print("replaced:", try store.load(key) == credentials)

let items = keychain.withLock { $0 }
print("items:", items.count)
for (item, attributes) in items {
  print("account:", item.account)
  print(
    "readable:", String(decoding: attributes[kSecAttrAccessible] ?? [], as: UTF8.self))
  keychain.withLock { $0[item]?[kSecValueData] = Array("damaged".utf8) }
}
print("damaged:", try store.load(key) == nil)

try store.save(credentials, for: key)
let value = await store.exclusively(for: key) { 42 }
print("in turn:", value)
try store.delete(key)
try store.delete(key)
print("deleted:", try store.load(key) == nil)

for status in [errSecParam, -34_018] {
  failure.withLock { $0 = status }
  for use in [
    { _ = try store.load(key) }, { try store.save(credentials, for: key) },
    { try store.delete(key) },
  ] {
    do {
      try use()
      print("no error")
    } catch { print("error:", error) }
  }
}

import DocgenJOSE
import DocgenJSON

/// The keys that an issuer signs with and publishes.
struct SigningKeys: Sendable {
  struct Key: Sendable {
    let id: String
    let algorithm: SigningAlgorithm
    let privateKey: PrivateKey
    let generation: Int
    var isPublished = true
    var signs = true
  }

  /// The keys that `jwks_uri` publishes until the next token is signed.
  enum Publication: Sendable {
    case all
    /// Only the key that signed last.
    case signerOnly
    /// Another RSA key as well, which signs nothing.
    case withAnother
  }

  /// The newest first.
  ///
  /// The first key of an algorithm signs, or all of them in turn.
  private(set) var keys: [Key] = []
  /// The algorithms that there are keys for.
  private var algorithms: [SigningAlgorithm] = [.rs256, .es256, .ps256]
  private var choice: KeyChoice
  /// Whether tokens and published keys have a `kid`.
  private var namesKeys = true
  private var generation = 1
  private var publication = Publication.all
  private var lastSigner: String?
  private var signatureCount = 0

  /// Creates keys for RS256, ES256 and PS256, and for the algorithms needed.
  init(
    for needed: [SigningAlgorithm] = [], choice: KeyChoice = .newest
  ) throws(JOSEError) {
    self.choice = choice
    for algorithm in needed where !algorithms.contains(algorithm) { algorithms.append(algorithm) }
    keys = try Self.keys(of: 1, for: algorithms)
    if choice == .inTurn { try change(.rotate(keepingOld: true)) }
  }

  /// Sets which keys sign from now on; signing in turn needs two generations.
  mutating func choose(_ new: KeyChoice) throws(JOSEError) {
    if new == .inTurn, choice != .inTurn { try change(.rotate(keepingOld: true)) }
    choice = new
  }

  /// Creates keys for an algorithm, if there are none.
  mutating func provide(_ algorithm: SigningAlgorithm) throws(JOSEError) {
    guard !algorithms.contains(algorithm) else { return }
    algorithms.append(algorithm)
    keys += try Self.keys(of: generation, for: [algorithm])
  }

  private static func keys(
    of generation: Int, for algorithms: [SigningAlgorithm]
  ) throws(JOSEError) -> [Key] {
    var made: [KeyMaterial.Kind: PrivateKey] = [:]
    var keys: [Key] = []
    for algorithm in algorithms {
      // Real providers don't use one RSA key for several algorithms; here it makes starting faster.
      let kind = KeyMaterial.Kind(of: algorithm)
      if made[kind] == nil { made[kind] = try KeyMaterial.key(kind, of: generation) }
      guard let privateKey = made[kind] else { continue }
      keys.append(
        Key(
          id: "\(KeyMaterial.name(of: algorithm))-\(generation)", algorithm: algorithm,
          privateKey: privateKey, generation: generation))
    }
    return keys
  }

  /// The keys that `jwks_uri` publishes, with public members only.
  var published: JSONWebKeySet {
    var shown = keys.filter(\.isPublished)
    switch publication {
    case .all: break
    case .signerOnly: shown = shown.filter { $0.id == lastSigner }
    case .withAnother:
      if let other = try? KeyMaterial.key(.rsa, of: 2) {
        shown.append(Key(id: "other", algorithm: .rs256, privateKey: other, generation: 0))
      }
    }
    return JSONWebKeySet(
      shown.map { key in
        key.privateKey.publicKey.jwk(
          keyID: namesKeys ? key.id : nil, algorithm: key.algorithm, use: "sig")
      })
  }

  mutating func change(_ change: KeyChange) throws(JOSEError) {
    switch change {
    case .rotate(let keepsOld):
      let new = try nextKeys()
      keys = new + (keepsOld ? keys : [])
    case .rotateBeforePublishing:
      var new = try nextKeys()
      for index in new.indices { new[index].isPublished = false }
      keys = new + keys
    case .announce:
      var new = try nextKeys()
      for index in new.indices { new[index].signs = false }
      keys = new + keys
    case .publish:
      for index in keys.indices {
        keys[index].isPublished = true
        keys[index].signs = true
      }
    case .retireOld:
      keys.removeAll { $0.generation != generation }
    case .drop(let keyID):
      keys.removeAll { $0.id == keyID }
    case .leaveOutKeyIDs:
      namesKeys = false
    }
  }

  /// Returns the next generation; from the fourth on, generating an RSA key takes a fifth of a
  /// second.
  private mutating func nextKeys() throws(JOSEError) -> [Key] {
    let next = try Self.keys(of: generation + 1, for: algorithms)
    generation += 1
    return next
  }

  /// Removes keys that are older than the previous generation.
  mutating func forgetOldest() { keys.removeAll { $0.generation < generation - 1 } }

  private func signer(_ algorithm: SigningAlgorithm) throws(JOSEError) -> Key {
    let able = keys.filter { $0.algorithm == algorithm && $0.signs }
    guard let newest = able.first else { throw .unknownKey("") }
    return choice == .newest ? newest : able[signatureCount % able.count]
  }

  /// Signs the claims of a token; `naming` returns the `kid` for the key's id.
  mutating func sign(
    _ claims: JSONObject, header: JSONObject = ["typ": "JWT"], algorithm: SigningAlgorithm,
    publishing publication: Publication = .all, naming: (String) -> String? = { $0 }
  ) throws(JOSEError) -> JSONWebToken {
    let key = try signer(algorithm)
    signatureCount += 1
    lastSigner = key.id
    self.publication = publication
    return try JSONWebToken(
      signing: claims, header: header, keyID: namesKeys ? naming(key.id) : nil,
      with: key.privateKey, algorithm: algorithm)
  }

  /// Returns one of the issuer's tokens, expired or not.
  func verified(_ compact: String) throws(JOSEError) -> JSONWebToken {
    let token = try JSONWebToken(decoding: compact)
    let own = JSONWebKeySet(keys.map { $0.privateKey.publicKey.jwk(keyID: $0.id) })
    try token.verify(with: own, allowing: Set(algorithms))
    return token
  }
}

/// A change to an issuer's signing keys (OpenID Connect Core 10.1.1).
public enum KeyChange: Sendable, Equatable {
  /// New keys sign from now on; the old ones stay published, or are removed, which invalidates all
  /// tokens signed with them.
  case rotate(keepingOld: Bool)
  /// New keys sign from now on, but `jwks_uri` doesn't publish them yet.
  case rotateBeforePublishing
  /// `jwks_uri` publishes new keys, but the old ones still sign, as at careful providers.
  case announce
  /// `jwks_uri` publishes all keys, and the newest sign.
  case publish
  /// The keys of this name are removed from `jwks_uri` and no longer sign.
  case drop(keyID: String)
  /// Only the newest keys remain.
  case retireOld
  /// Tokens and published keys have no `kid` any more.
  case leaveOutKeyIDs
}

import JOSE
import JSON

/// The keys an issuer signs with and publishes.
struct SigningKeys: Sendable {
  struct Key: Sendable {
    let id: String
    let algorithm: SigningAlgorithm
    let privateKey: PrivateKey
    var isPublished = true
  }

  /// Which keys `jwks_uri` shows until the next token is signed.
  enum Publication: Sendable {
    case all
    /// Only the one that has signed last.
    case signerOnly
    /// A further RSA key as well, which signs nothing.
    case withAnother
  }

  /// The newest first; the first of an algorithm signs.
  private(set) var keys: [Key]
  /// Whether tokens and published keys carry a `kid`.
  private var namesKeys = true
  private var generation = 1
  private var publication = Publication.all
  private var lastSigner: String?

  /// The prepared keys, read once for the whole process; an error waits for whoever asks first.
  private static let prepared = Result { () throws(JOSEError) -> [[Key]] in
    [
      try keys(1, rsa: PrivateKey(pem: TestKeys.rsa), PrivateKey(pem: TestKeys.ellipticCurve)),
      try keys(
        2, rsa: PrivateKey(pem: TestKeys.secondRSA), PrivateKey(pem: TestKeys.secondEllipticCurve)),
    ]
  }

  private static func keys(_ generation: Int, rsa: PrivateKey, _ curve: PrivateKey) -> [Key] {
    [
      Key(id: "rsa-\(generation)", algorithm: .rs256, privateKey: rsa),
      Key(id: "ec-\(generation)", algorithm: .es256, privateKey: curve),
      // One RSA key under two algorithms is no practice for real providers; it saves a slow start.
      Key(id: "ps-\(generation)", algorithm: .ps256, privateKey: rsa),
    ]
  }

  init() throws(JOSEError) { keys = try Self.prepared.get()[0] }

  /// What `jwks_uri` shows: public members only.
  var published: JSONWebKeySet {
    var shown = keys.filter(\.isPublished)
    switch publication {
    case .all: break
    case .signerOnly: shown = shown.filter { $0.id == lastSigner }
    case .withAnother:
      if let other = try? Self.prepared.get()[1].first {
        shown.append(Key(id: "other", algorithm: other.algorithm, privateKey: other.privateKey))
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
    case .publish:
      for index in keys.indices { keys[index].isPublished = true }
    case .retireOld:
      keys = Array(keys.prefix(3))
    case .drop(let keyID):
      keys.removeAll { $0.id == keyID }
    case .leaveOutKeyIDs:
      namesKeys = false
    }
  }

  /// The second pair is prepared; later ones are made, which takes a fifth of a second.
  private mutating func nextKeys() throws(JOSEError) -> [Key] {
    generation += 1
    if generation == 2 { return try Self.prepared.get()[1] }
    return try Self.keys(generation, rsa: .generateRSA(), .generate(on: .p256))
  }

  /// Signs claims with the newest key of an algorithm, under its name or what is made of it.
  mutating func sign(
    _ claims: JSONObject, header: JSONObject = ["typ": "JWT"], algorithm: SigningAlgorithm,
    publishing publication: Publication = .all, naming: (String) -> String? = { $0 }
  ) throws(JOSEError) -> JSONWebToken {
    guard let key = keys.first(where: { $0.algorithm == algorithm }) else {
      throw .unknownKey("")
    }
    lastSigner = key.id
    self.publication = publication
    return try JSONWebToken(
      signing: claims, header: header, keyID: namesKeys ? naming(key.id) : nil,
      with: key.privateKey, algorithm: algorithm)
  }

  /// The claims of one of our own tokens, expired or not.
  func verified(_ compact: String) throws(JOSEError) -> JSONObject {
    try verifiedParts(compact).claims
  }

  func verifiedParts(
    _ compact: String
  ) throws(JOSEError) -> (header: JSONObject, claims: JSONObject) {
    let token = try JSONWebToken(decoding: compact)
    let own = JSONWebKeySet(keys.map { $0.privateKey.publicKey.jwk(keyID: $0.id) })
    try token.verify(with: own, allowing: [.rs256, .es256, .ps256])
    return (token.header, token.claims)
  }
}

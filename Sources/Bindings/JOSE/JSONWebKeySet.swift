public import DocgenJSON

/// A JWK Set (RFC 7517 5), the document at a provider's `jwks_uri`.
public struct JSONWebKeySet: Sendable, Equatable {
  /// The keys, in the order of the document.
  public var keys: [JSONWebKey]

  /// The reasons why members of the parsed document were skipped, as RFC 7517 5 requires.
  public private(set) var ignored: [JOSEError] = []

  /// Creates a set of keys.
  public init(_ keys: [JSONWebKey]) { self.keys = keys }

  /// Parses a set from JSON.
  ///
  /// Skips malformed keys and keys of unknown types, so that one of them doesn't make the others
  /// unusable; `ignored` has the reasons.
  ///
  /// - Throws: `JOSEError.malformedKey` when the document isn't a JWK Set.
  public init(json: JSONValue) throws(JOSEError) {
    guard let members = json["keys"]?.array else {
      throw .malformedKey("a key set is an object with an array 'keys'")
    }
    keys = []
    for member in members {
      do {
        keys.append(try JSONWebKey(json: member))
      } catch {
        ignored.append(error)
      }
    }
  }

  /// Parses a set from JSON text.
  ///
  /// - Throws: `JOSEError.malformedKey`.
  public init(parsing text: String) throws(JOSEError) {
    let json: JSONValue
    do {
      json = try JSONParser.parse(text)
    } catch {
      throw .malformedKey("the key set is not JSON: \(error)")
    }
    try self.init(json: json)
  }

  /// The set as JSON.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// The first key with an ID.
  public subscript(keyID keyID: String) -> JSONWebKey? {
    keys.first { $0.keyID == keyID }
  }

  /// Returns the keys that may have signed a token with this `kid` and algorithm.
  ///
  /// Without a `kid`, returns all keys that fit the algorithm; never keys for encryption.
  public func candidates(keyID: String?, algorithm: SigningAlgorithm) -> [JSONWebKey] {
    keys.filter { key in
      (keyID == nil || key.keyID == keyID) && (key.use ?? "sig") == "sig"
        && (key.algorithm ?? algorithm.rawValue) == algorithm.rawValue
        && key.fits(algorithm)
    }
  }
}

extension JSONWebKey {
  fileprivate func fits(_ algorithm: SigningAlgorithm) -> Bool {
    switch material {
    case .rsa: algorithm.curve == nil && algorithm != .edDSA
    case .ellipticCurve(let curve, _, _): algorithm.curve == curve
    case .ed25519: algorithm == .edDSA
    }
  }
}

public import JSON

/// A JWK Set (RFC 7517 5): what a provider publishes under `jwks_uri`.
public struct JSONWebKeySet: Sendable, Equatable {
  /// The keys, in the order of the document.
  public var keys: [JSONWebKey]

  /// Why members of the parsed document were passed over, as RFC 7517 5 asks for.
  public private(set) var ignored: [JOSEError] = []

  /// A set of keys.
  public init(_ keys: [JSONWebKey]) { self.keys = keys }

  /// The set of a document.
  ///
  /// Keys of unknown types and malformed ones are left out and remembered in `ignored`, so one
  /// strange key does not take the good ones with it.
  ///
  /// - Throws: `JOSEError.malformedKey` when the document as a whole is not a JWK Set.
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

  /// The set of a document in JSON text.
  ///
  /// - Throws: `JOSEError.malformedKey`.
  public init(parsing text: String) throws(JOSEError) {
    do {
      try self.init(json: JSONParser.parse(text))
    } catch let error as JSONSyntaxError {
      throw .malformedKey("the key set is not JSON: \(error)")
    } catch let error as JOSEError {
      throw error
    } catch {
      throw .malformedKey("the key set cannot be read")
    }
  }

  /// The document.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// The first key of a name.
  public subscript(keyID keyID: String) -> JSONWebKey? {
    keys.first { $0.keyID == keyID }
  }

  /// The keys that may have signed a token with this `kid` and algorithm.
  ///
  /// Without a `kid` these are all keys that fit the algorithm; keys for encryption never do.
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

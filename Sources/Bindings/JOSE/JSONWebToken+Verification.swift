import JSON

extension JSONWebToken {
  /// Checks the signature against one key.
  ///
  /// The algorithm is the verifier's choice, not the token's: only those allowed count, and
  /// `none` and `HS256` cannot even be named (RFC 8725 3.1).
  ///
  /// - Throws: `JOSEError.unsupportedAlgorithm`, `.algorithmNotAllowed`, `.unsuitableKey`,
  ///   `.malformedToken` for a header with `crit`, or `.signatureMismatch`.
  public func verify(
    with key: PublicKey, allowing algorithms: Set<SigningAlgorithm>
  ) throws(JOSEError) {
    let algorithm = try allowedAlgorithm(among: algorithms)
    try key.verify(signature, over: Array(signingInput.utf8), with: algorithm)
  }

  /// Checks the signature against the keys of a set that its `kid` and algorithm point to.
  ///
  /// - Throws: the errors of `verify(with:allowing:)`, or `JOSEError.unknownKey` when no key of
  ///   the set fits, which is the moment to fetch the set again (OpenID Connect Core 10.1.1).
  public func verify(
    with keys: JSONWebKeySet, allowing algorithms: Set<SigningAlgorithm>
  ) throws(JOSEError) {
    let algorithm = try allowedAlgorithm(among: algorithms)
    let candidates = keys.candidates(keyID: keyID, algorithm: algorithm)
    if candidates.isEmpty { throw .unknownKey(String((keyID ?? "").prefix(64))) }
    let signed = Array(signingInput.utf8)
    var reason = JOSEError.signatureMismatch
    for candidate in candidates {
      do {
        return try PublicKey(candidate.material).verify(signature, over: signed, with: algorithm)
      } catch {
        reason = error
      }
    }
    throw reason
  }

  private func allowedAlgorithm(
    among algorithms: Set<SigningAlgorithm>
  ) throws(JOSEError) -> SigningAlgorithm {
    let algorithm = try SigningAlgorithm(named: self.algorithm)
    guard algorithms.contains(algorithm) else { throw .algorithmNotAllowed(algorithm.rawValue) }
    // RFC 7515 4.1.11: an extension that is not understood must fail, and none is.
    guard header["crit"] == nil else {
      throw .malformedToken("its header asks for extensions with 'crit'")
    }
    return algorithm
  }
}

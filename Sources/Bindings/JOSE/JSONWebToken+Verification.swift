import DocgenJSON

extension JSONWebToken {
  /// Verifies the signature with one key.
  ///
  /// The verifier chooses the algorithms, not the token: only allowed ones pass, and `none` and
  /// `HS256` can't be expressed (RFC 8725 3.1).
  ///
  /// - Throws: `JOSEError.unsupportedAlgorithm`, `.algorithmNotAllowed`, `.unsuitableKey`,
  ///   `.malformedToken` for a header with `crit`, or `.signatureMismatch`.
  public func verify(
    with key: PublicKey, allowing algorithms: Set<SigningAlgorithm>
  ) throws(JOSEError) {
    let algorithm = try allowedAlgorithm(among: algorithms)
    try key.verify(signature, over: Array(signingInput.utf8), with: algorithm)
  }

  /// Verifies the signature with the keys of a set that match the token's `kid` and algorithm.
  ///
  /// - Throws: the errors of `verify(with:allowing:)`, or `JOSEError.unknownKey` when no key of the
  ///   set matches; in that case fetch the set again (OpenID Connect Core 10.1.1).
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
    // RFC 7515 4.1.11: reject extensions that aren't understood, which is all of them.
    guard header["crit"] == nil else {
      throw .malformedToken("its header asks for extensions with 'crit'")
    }
    return algorithm
  }
}

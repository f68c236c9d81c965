import DocgenHashing
import DocgenJOSE
import DocgenJSON
import Foundation

/// The checks of OpenID Connect Core 3.1.3.7, 3.2.2.11 and 3.3.2.12, as a pure function.
struct IDTokenValidator: Sendable {
  /// The values that a token must match, besides issuer and client.
  struct Expectations: Sendable, Equatable {
    /// The nonce of the login; `nil` if there was none.
    var nonce: String?
    /// Whether the token may lack the nonce, as after a refresh (12.2).
    var allowsMissingNonce = false
    /// The access token that came with the ID token.
    var accessToken: String?
    /// The code that came with the ID token.
    var code: String?
    /// Whether `at_hash` and `c_hash` are required, as in authorization responses.
    var requiresHashes = false
    /// The required `sub`: after a refresh, or after a first token of the same login.
    var subject: String?
  }

  /// The issuer that `iss` must name.
  var issuer: String
  /// The client that `aud` must name.
  var clientID: String
  /// The accepted signature algorithms; never `none` or one with a shared secret.
  var algorithms: Set<SigningAlgorithm> = [.rs256, .es256, .ps256]
  /// The tolerated difference between the clocks.
  var leeway: Duration = .seconds(60)
  /// The maximum distance of `iat` from now, in either direction.
  var issuedAtWindow: Duration = .seconds(600)
  /// The maximum time since the user logged in, if the login set one.
  var maximumAge: Duration?

  /// Creates a validator for one client of one issuer.
  init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
  }

  /// Validates a token.
  ///
  /// - Parameters:
  ///   - compact: the token.
  ///   - keys: the issuer's published keys; on `.unknownKey`, fetch them again.
  ///   - expectations: the values that the token must match.
  ///   - now: the current time.
  /// - Returns: the token's claims.
  /// - Throws: the first rule that the token violates.
  func validate(
    _ compact: String, keys: JSONWebKeySet, expectations: Expectations, now: Date
  ) throws(IDTokenProblem) -> IDToken {
    let token = try IDToken(parsing: compact)
    let algorithm = try checkSignature(of: compact, with: keys)
    guard token.issuer == issuer else { throw .issuer(token.issuer) }
    try checkParties(token)
    try checkTimes(token, at: now)
    if let subject = expectations.subject, token.subject != subject { throw .subject }
    guard (1...255).contains(token.subject.utf8.count) else { throw .missingClaim("sub") }
    guard expectations.matchesNonce(of: token) else { throw .nonce }
    try check(
      token.claims["at_hash"], of: expectations.accessToken, digest: algorithm.digest,
      isDue: expectations.requiresHashes, or: .accessTokenHash)
    try check(
      token.claims["c_hash"], of: expectations.code, digest: algorithm.digest,
      isDue: expectations.requiresHashes, or: .codeHash)
    return token
  }

  /// Returns the algorithm of the valid signature.
  private func checkSignature(
    of compact: String, with keys: JSONWebKeySet
  ) throws(IDTokenProblem) -> SigningAlgorithm {
    let token: JSONWebToken
    do {
      token = try JSONWebToken(decoding: compact)
    } catch {
      throw .malformed("\(error)")
    }
    guard let algorithm = try? SigningAlgorithm(named: token.algorithm),
      algorithms.contains(algorithm)
    else { throw .algorithm(String(token.algorithm.prefix(20))) }
    // Core 10.1: if there are several keys, the token must name one.
    if token.keyID == nil, keys.candidates(keyID: nil, algorithm: algorithm).count > 1 {
      throw .ambiguousKey
    }
    do throws(JOSEError) {
      try token.verify(with: keys, allowing: algorithms)
    } catch .unknownKey {
      throw .unknownKey
    } catch .malformedToken(let reason) {
      throw .malformed(reason)
    } catch {
      throw .signature
    }
    return algorithm
  }

  private func checkParties(_ token: IDToken) throws(IDTokenProblem) {
    guard Set(token.audience) == [clientID] else { throw .audience(token.audience) }
    let party = token.claims["azp"]?.string
    if token.audience.count > 1 || token.claims["azp"] != nil, party != clientID {
      throw .authorizedParty(party)
    }
  }

  private func checkTimes(_ token: IDToken, at now: Date) throws(IDTokenProblem) {
    let leeway = leeway.timeInterval
    guard now < token.expiry + leeway else { throw .expired }
    if let start = token.claims["nbf"]?.double, now.timeIntervalSince1970 + leeway < start {
      throw .notYetValid
    }
    guard abs(now.timeIntervalSince(token.issuedAt)) <= issuedAtWindow.timeInterval else {
      throw .issuedAt
    }
    if let maximumAge {
      guard let time = token.claims["auth_time"]?.double else { throw .missingClaim("auth_time") }
      if now.timeIntervalSince1970 - time > maximumAge.timeInterval + leeway {
        throw .authenticationTime
      }
    }
  }

  /// Compares a claim with the left half of the value's hash (3.1.3.6).
  private func check(
    _ hash: JSONValue?, of value: String?, digest: Digest, isDue: Bool, or problem: IDTokenProblem
  ) throws(IDTokenProblem) {
    guard let value else { return }
    guard let hash else {
      if isDue { throw problem }
      return
    }
    let half = digest.hash(value.utf8).prefix(digest.byteCount / 2)
    guard hash.string == Base64URL.encode(half) else { throw problem }
  }
}

extension IDTokenValidator.Expectations {
  /// Returns whether a token's nonce is the login's, or is missing where it may be.
  func matchesNonce(of token: IDToken) -> Bool {
    guard let found = token.claims["nonce"] else { return nonce == nil || allowsMissingNonce }
    return nonce == nil || found.string == nonce
  }
}

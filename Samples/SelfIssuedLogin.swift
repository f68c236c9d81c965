// title: Sign in with a provider on the phone
// summary: A phone signs its own tokens, and a site verifies them.
// tags: login, security

import DocgenHTTPClient
import DocgenJOSE
import DocgenJSON
import Foundation
import OpenIDClient

/// A site that lets visitors in who prove that they have their key.
struct Shop: Sendable {
  /// Whom the shop knows by the key; the owner of the phone writes the address.
  struct Visitor {
    var id: String
    var email: String?
  }

  struct Refused: Error {
    var reason: String
  }

  /// Forget it after the first answer, so that the answer can't be used twice.
  let nonce: String

  /// The file that says what the shop wants to know.
  var requestFile: String {
    """
    {"client_id": "https://shop.example/", "application_name": "The shop",
     "redirect_uri": "https://shop.example/back", "nonce": "\(nonce)",
     "scope": "openid email", "response_type": "token id_token userinfo"}
    """
  }

  /// Checks the fragment of the redirect, and returns the visitor.
  func admit(_ fragment: String) throws -> Visitor {
    let items = URLComponents(string: "?\(fragment)")?.queryItems ?? []
    func token(_ name: String) throws -> JSONWebToken {
      try JSONWebToken(decoding: items.first { $0.name == name }?.value ?? "")
    }
    let login = try token("id_token")
    guard let id = login.claims["iss"]?.string,
      login.claims["user_id"]?.string == id
    else { throw Refused(reason: "not self-issued") }

    // The issuer is the public key of the signer.
    let jwk = try JSONWebKey(json: JSONParser.parse(Base64URL.decode(id)))
    let key = try PublicKey(jwk.material)
    try login.verify(with: key, allowing: [.es256])
    guard login.claims["nonce"]?.string == nonce else {
      throw Refused(reason: "an answer to another login")
    }
    guard login.claims["aud"]?.string == "https://shop.example/" else {
      throw Refused(reason: "an answer for another site")
    }
    guard let expiry = login.claims["exp"]?.double,
      Date.now.timeIntervalSince1970 < expiry
    else { throw Refused(reason: "an old answer") }
    let info = try token("userinfo_token")
    try info.verify(with: key, allowing: [.es256])
    guard info.claims["user_id"]?.string == id else {
      throw Refused(reason: "an answer about another visitor")
    }
    return Visitor(id: id, email: info.claims["email"]?.string)
  }
}

/// Stands for the network: the shop's file, and no other.
struct Network: HTTPTransport {
  let shop: Shop

  func send(
    _ request: TransportRequest
  ) async throws(TransportError) -> TransportResponse {
    TransportResponse(status: 200, body: Array(shop.requestFile.utf8))
  }
}

let shop = Shop(nonce: UUID().uuidString)
let phone = SelfIssuedIdentity(
  claims: ["email": "alice@example.com", "phone_number": "+351 21 000 0000"],
  transport: Network(shop: shop))

let file = "https%3A%2F%2Fshop.example%2Flogin%2F1.json"
let link = URL(string: "openid://?request_uri=\(file)")!
let request = try await phone.request(from: link)
print(request.applicationName!, "asks for", request.scope)

let refusal = try await phone.deny(request)
print("if Alice refuses:", refusal.fragment()!)

let answer = try await phone.approve(request).fragment()!
print("welcome,", try shop.admit(answer).email ?? "whoever you are")
do {
  _ = try Shop(nonce: UUID().uuidString).admit(answer)
} catch let refused as Shop.Refused {
  print("used again:", refused.reason)
}

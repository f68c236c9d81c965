import Foundation
import OpenIDClient
import SampleLab

/// The mock provider that the page configures.
let lab = try await Lab.start()
/// The provider's issuer; in an app, `https://accounts.google.com`.
let issuer = lab.providerMock.issuer()

extension OAuthClient {
  /// A client that goes by the mocks' clock, as an app's client goes by the system's.
  init(
    provider: ProviderSource, settings: ClientSettings, store: any CredentialStore
  ) {
    self.init(provider: provider, settings: settings, store: store, clock: lab.clock)
  }
}

#if !canImport(AuthenticationServices)
  /// What the user does with the next sign-in sheet.
  enum Phone {
    enum Action { case logIn, refuse, close }
    @MainActor static var user = Action.logIn
  }

  /// Stands for the app's window.
  final class ASPresentationAnchor: Sendable {}

  /// Stands for the protocol in AuthenticationServices.
  @MainActor
  protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }

  /// Stands for the error in AuthenticationServices.
  struct ASWebAuthenticationSessionError: Error {
    enum Code: Sendable { case canceledLogin, presentationContextNotProvided }
    let code: Code
  }

  /// Stands for the class in AuthenticationServices; a script fills in the provider's forms.
  @MainActor
  final class ASWebAuthenticationSession {
    enum Callback: Sendable {
      case customScheme(String)
      case https(host: String, path: String)

      func matches(_ url: URL) -> Bool {
        switch self {
        case .customScheme(let scheme): url.scheme == scheme
        case .https(let host, let path): url.host() == host && url.path() == path
        }
      }
    }

    weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    private let url: URL
    private let callback: Callback
    private let completionHandler: @Sendable (URL?, (any Error)?) -> Void
    private var script: Task<Void, Never>?

    init(
      url: URL, callback: Callback,
      completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) {
      self.url = url
      self.callback = callback
      self.completionHandler = completionHandler
    }

    /// Closes the sheet.
    func cancel() { script?.cancel() }

    @discardableResult
    func start() -> Bool {
      guard presentationContextProvider?.presentationAnchor(for: self) != nil else {
        completionHandler(
          nil, ASWebAuthenticationSessionError(code: .presentationContextNotProvided))
        return false
      }
      if Phone.user == .close {
        completionHandler(nil, ASWebAuthenticationSessionError(code: .canceledLogin))
        return true
      }
      let browser = ScriptedBrowser(
        fields: ["username": "alice@example.com", "password": "a-secret-of-alice"],
        button: Phone.user == .refuse ? "deny" : nil)
      script = Task {
        do {
          let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
          let redirect = query?.first { $0.name == "redirect_uri" }?.value
          let end = try await browser.open(url, until: redirect.flatMap { URL(string: $0) })
          completionHandler(callback.matches(end.url) ? end.url : nil, nil)
        } catch {
          completionHandler(nil, error)
        }
      }
      return true
    }
  }
#endif

#if !canImport(Security)
  /// Stands for the store in the Keychain: its entries outlive a client.
  struct KeychainCredentialStore: CredentialStore {
    private let store: SQLiteCredentialStore

    init(service: String) {
      do {
        store = try SQLiteCredentialStore(at: URL(filePath: service + ".sqlite"))
      } catch {
        fatalError("\(error)")
      }
    }

    func load(_ key: CredentialKey) async throws -> Credentials? { try await store.load(key) }

    func save(_ credentials: Credentials, for key: CredentialKey) async throws {
      try await store.save(credentials, for: key)
    }

    func delete(_ key: CredentialKey) async throws { try await store.delete(key) }
  }
#endif

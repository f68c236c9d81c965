public import DocgenClocks
import DocgenHTTPServer

/// A provider's controls over HTTP, on a separate port, for tests in other processes.
///
/// | Request | Effect |
/// | --- | --- |
/// | `POST /decisions` | queues a decision or an array of them, in the form of a configuration |
/// | `GET /decisions`, `DELETE /decisions` | the queued decisions; cancels them |
/// | `POST /faults` | plans a fault or an array of them, in the form of a configuration |
/// | `GET /faults`, `DELETE /faults` | the faults that no response has had yet; cancels them |
/// | `POST /values`, `DELETE /values` | queues codes and tokens, in an array; cancels them |
/// | `POST /keys?change=rotate` | changes the keys: `rotate`, `replace`, `announce`, `publish`, … |
/// | `POST /clock?advance=60` | moves a `MovableClock` |
/// | `GET /users` | the users, by name, subject and claims |
/// | `PUT /users/alice` | adds or replaces a user, by name or subject, in the form of a configuration |
/// | `DELETE /users/alice` | removes a user, with sessions and tokens |
/// | `POST /users/alice/revoke-tokens` | revokes a user's tokens |
/// | `PUT /claims?user=alice` | replaces a user's claims |
/// | `POST /logout?user=alice` | ends a user's sessions and revokes the tokens |
/// | `POST /tokens` | creates a token: `type`, `user`, `client`, `nonce`, `scopes`, `claims`, `lifetime` |
/// | `GET /issuers` | the paths of all issuers |
/// | `PUT /issuers?issuer=/path` | adds or replaces an issuer, in the form of a configuration |
/// | `PATCH /configuration` | changes an issuer's switches, by their names in a configuration |
/// | `PUT /clients/app`, `DELETE /clients/app` | registers or removes a client |
/// | `GET /requests`, `DELETE /requests` | returns or clears the log |
/// | `POST /expect` | 409 with the log unless `count` requests match: `endpoint`, `parameters`, … |
/// | `GET /diagram` | the log as a sequence diagram |
/// | `GET /coverage`, `DELETE /coverage` | which of the 24 faults have been served; forgets them |
///
/// Every request needs the token in `Authorization: Bearer`, so that no other user and no web page can
/// control the provider. `issuer=/path` selects another issuer than `/`. Mistakes get a 400 response with one line of
/// text for each.
public final class ProviderControl: Sendable {
  /// The address, without a slash at the end.
  public let baseURL: String
  /// The token that requests need; random, and different each time.
  public let token: String
  private let listener: HTTPListener

  /// Opens the controls of a provider.
  ///
  /// - Parameters:
  ///   - provider: the provider.
  ///   - clock: the clock that `/clock` moves, if it can be moved.
  ///   - port: the port of 127.0.0.1, or 0 for a free one.
  /// - Throws: `HTTPListener.StartError`.
  public static func open(
    _ provider: OpenIDProvider, clock: (any MovableClock)? = nil, port: UInt16 = 0
  ) async throws -> ProviderControl {
    // Never the provider's randomness, which a test can predict.
    let token = RandomSource().hex(bytes: 16)
    let commands = ControlCommands(provider: provider, clock: clock, token: token)
    let listener = try HTTPListener(port: port, limits: .init(bodyBytes: 1 << 20)) {
      await commands.respond(to: $0)
    }
    return ProviderControl(listener, token: token)
  }

  private init(_ listener: HTTPListener, token: String) {
    self.listener = listener
    self.token = token
    baseURL = "http://127.0.0.1:\(listener.port)"
  }

  /// Closes the port; the provider continues to run.
  public func close() async { await listener.stop() }
}

public import Clocks
import HTTPServer

/// A provider's controls over HTTP, on a port of their own, for tests in other processes.
///
/// | Request | Effect |
/// | --- | --- |
/// | `POST /decisions` | queues a decision, in the form of a configuration |
/// | `POST /faults` | plans a fault, in the form of a configuration |
/// | `POST /values` | queues codes and tokens, in an array |
/// | `POST /keys?change=rotate` | changes the keys: `rotate`, `replace`, `announce`, `publish`, … |
/// | `POST /clock?advance=60` | moves a `ManualClock` |
/// | `GET /users` | the users, by name, subject and claims |
/// | `PUT /users/alice` | adds or replaces a user, by name or subject, in the form of a configuration |
/// | `DELETE /users/alice` | takes a user away, with sessions and tokens |
/// | `POST /users/alice/revoke-tokens` | ends a user's tokens |
/// | `PUT /claims?user=alice` | sets what is told about a user |
/// | `POST /logout?user=alice` | ends a user's sessions and tokens |
/// | `POST /tokens` | makes a token: `type`, `user`, `client`, `nonce`, `scopes`, `claims`, `lifetime` |
/// | `GET /issuers` | the paths of all issuers |
/// | `PUT /issuers?issuer=/path` | opens an issuer, in the form of a configuration |
/// | `PATCH /configuration` | changes an issuer's switches, by their names in a configuration |
/// | `PUT /clients/app`, `DELETE /clients/app` | registers a client, or takes one away |
/// | `GET /requests`, `DELETE /requests` | shows or forgets the log |
/// | `POST /expect` | 409 with the log unless so many requests were like this: `count`, `endpoint`, … |
/// | `GET /diagram` | the log as a sequence diagram |
/// | `GET /coverage` | which of the 24 faults have been served |
///
/// `issuer=/path` means another issuer than `/`. A mistake is answered with 400 and one line of
/// text for each.
public final class ProviderControl: Sendable {
  /// The address, without a slash at the end.
  public let baseURL: String
  private let listener: HTTPListener

  /// Opens the controls of a provider.
  ///
  /// - Parameters:
  ///   - provider: the provider.
  ///   - clock: the clock that `/clock` moves, if it can be moved.
  ///   - port: the port, or 0 for a free one; of 127.0.0.1.
  /// - Throws: `HTTPListener.StartError`.
  public static func open(
    _ provider: OpenIDProvider, clock: ManualClock? = nil, port: UInt16 = 0
  ) async throws -> ProviderControl {
    let commands = ControlCommands(provider: provider, clock: clock)
    let listener = try HTTPListener(port: port, limits: .init(bodyBytes: 1 << 20)) {
      await commands.answer($0)
    }
    return ProviderControl(listener)
  }

  private init(_ listener: HTTPListener) {
    self.listener = listener
    baseURL = "http://127.0.0.1:\(listener.port)"
  }

  /// Closes the port; the provider goes on.
  public func close() async { await listener.stop() }
}

import Foundation
import HTTPServer
import JOSE
import JSON
import LabEnvironment
import OpenIDProviderMock

/// Starts the mock provider, and logs in at it, beside what signing and bare requests alone cost.
struct ProviderBenchmark: Benchmark {
  static let name = "provider"
  static let defaultRounds = 10

  /// Logins in a round.
  private static let flows = 100

  private let rounds: Int

  init(_ arguments: BenchArguments) {
    rounds = arguments.rounds ?? Self.defaultRounds
  }

  /// The works, by the names their results are printed under.
  private enum Work {
    static let start = "OpenIDProvider.start() to discovery"
    static let bareStart = "a bare HTTPListener to GET /"
    static let requests = "\(flows * CodeFlow.requests) bare requests"
    static func flow(_ algorithm: String) -> String { "\(flows) code flows, \(algorithm)" }
    static func signing(_ algorithm: String) -> String { "\(flows) signatures, \(algorithm)" }
  }

  private static let algorithms = CodeFlow.algorithms.map(\.rawValue)

  func run(in surroundings: BenchSurroundings) async throws -> [String] {
    let clock = surroundings.clock
    var series = MeasurementSeries()
    let bare = try HTTPListener { _ in HTTPResponse(status: 200, text: "{}\n") }
    let port = bare.port
    let rsa = try PrivateKey.generateRSA()
    let curve = try PrivateKey.generate(on: .p256)
    for _ in 0..<rounds {
      series.add(try await Self.bareStart(clock), to: Work.bareStart)
      series.add(try await Self.start(clock), to: Work.start)
      let requests = Self.flows * CodeFlow.requests
      series.add(
        try await Self.connected(to: port, times: requests, clock) { client in
          guard try client.ask(LoopbackClient.request("GET", "/")) == 200 else {
            throw BenchFailure(description: "the bare listener has not answered with 200")
          }
        }, to: Work.requests)
      for algorithm in Self.algorithms {
        series.add(try await Self.flow(clock, algorithm), to: Work.flow(algorithm))
        let key = algorithm == "ES256" ? curve : rsa
        series.add(try Self.signing(clock, algorithm, key), to: Work.signing(algorithm))
      }
    }
    await bare.stop()
    return lines(series)
  }

  private static func provider() async throws -> OpenIDProvider {
    try await OpenIDProvider.start(
      configuration: CodeFlow.configuration, clock: ManualClock(), random: LabRandom(seed: 1))
  }

  private static func port(of provider: OpenIDProvider) throws -> UInt16 {
    guard let port = provider.baseURL.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw BenchFailure(description: "the provider has no port")
    }
    return port
  }

  private static func start(_ clock: any Clock<Duration>) async throws -> Duration {
    var started: OpenIDProvider?
    let duration = try await clock.measure {
      let provider = try await provider()
      started = provider
      try await ask("/.well-known/openid-configuration", at: port(of: provider))
    }
    await started?.stop()
    return duration
  }

  private static func bareStart(_ clock: any Clock<Duration>) async throws -> Duration {
    var started: HTTPListener?
    let duration = try await clock.measure {
      let listener = try HTTPListener { _ in HTTPResponse(status: 200, text: "{}\n") }
      started = listener
      try await ask("/", at: listener.port)
    }
    await started?.stop()
    return duration
  }

  private static func ask(_ path: String, at port: UInt16) async throws {
    let status = try await BlockingWork.onThread {
      try LoopbackClient(port: port).ask(LoopbackClient.request("GET", path))
    }
    guard status == 200 else {
      throw BenchFailure(description: "\(path) was not answered with 200")
    }
  }

  private static func flow(
    _ clock: any Clock<Duration>, _ algorithm: String
  ) async throws -> Duration {
    let provider = try await provider()
    let duration = try await connected(to: port(of: provider), times: flows, clock) {
      try CodeFlow.run($0, as: algorithm)
    }
    await provider.stop()
    return duration
  }

  private static func connected(
    to port: UInt16, times: Int, _ clock: any Clock<Duration>,
    _ work: @escaping @Sendable (LoopbackClient) throws -> Void
  ) async throws -> Duration {
    try await BlockingWork.onThread {
      let client = try LoopbackClient(port: port)
      return try clock.measure { for _ in 0..<times { try work(client) } }
    }
  }

  /// What the flows sign, without the flows.
  private static func signing(
    _ clock: any Clock<Duration>, _ name: String, _ key: PrivateKey
  ) throws -> Duration {
    guard let algorithm = SigningAlgorithm(rawValue: name) else {
      throw BenchFailure(description: "\(name) is no algorithm")
    }
    let claims: JSONObject = [
      "iss": "http://127.0.0.1:49152", "sub": "alice", "aud": "client", "exp": 2_000_003_600,
      "iat": 2_000_000_000, "auth_time": 2_000_000_000, "nonce": "n",
      "at_hash": "AAAAAAAAAAAAAAAAAAAAAA",
    ]
    return try clock.measure {
      for _ in 0..<flows {
        _ = try JSONWebToken(
          signing: claims, header: ["typ": "JWT"], keyID: "key", with: key, algorithm: algorithm
        ).compact
      }
    }
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    var lines = ["provider: one connection, one request after another; \(rounds) rounds"]
    for work in [Work.start, Work.bareStart, Work.requests] {
      if let measured = series[work] { lines.append(ResultLine.text(work, measured)) }
    }
    for algorithm in Self.algorithms {
      if let measured = series[Work.flow(algorithm)] {
        let rate = Double(Self.flows) / (measured.median / .seconds(1))
        lines.append(
          ResultLine.text(
            Work.flow(algorithm), measured, "\(ResultLine.number(rate, digits: 0)) a second"))
      }
      if let measured = series[Work.signing(algorithm)] {
        lines.append(ResultLine.text(Work.signing(algorithm), measured))
      }
    }
    if let base = series[Work.bareStart] {
      lines.append(ResultLine.ratio("start : bare start", series[Work.start]?.ratio(to: base)))
    }
    for algorithm in Self.algorithms {
      let flow = series[Work.flow(algorithm)]
      for work in [Work.requests, Work.signing(algorithm)] {
        guard let base = series[work] else { continue }
        lines.append(
          ResultLine.ratio("\(Work.flow(algorithm)) : \(work)", flow?.ratio(to: base)))
      }
    }
    return lines
  }
}

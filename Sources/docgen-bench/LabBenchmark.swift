import Foundation
import HTTPServer
import OpenIDProviderMock
import SampleLab
import SyncGatewayMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Starts the Lab until it answers, beside a bare HTTP listener.
struct LabBenchmark: Benchmark {
  static let name = "lab"
  static let defaultRounds = 20

  private let rounds: Int

  init(_ arguments: BenchArguments) {
    rounds = arguments.rounds ?? Self.defaultRounds
  }

  /// The works, by the names their results are printed under.
  private enum Work {
    static let discovery = "Lab.start() to the provider's discovery"
    static let gateway = "Lab.start() to the gateway's GET /"
    static let bare = "a bare HTTPListener to GET /"
  }

  func run(in surroundings: BenchSurroundings) async throws -> [String] {
    var series = MeasurementSeries()
    for _ in 0..<rounds {
      series.add(try await bare(surroundings.clock), to: Work.bare)
      series.add(
        try await lab(surroundings.clock) { Self.discovery(of: $0) }, to: Work.discovery)
      series.add(try await lab(surroundings.clock) { $0.gateway }, to: Work.gateway)
    }
    return lines(series)
  }

  private static func discovery(of lab: Lab) -> URL {
    lab.provider.appending(path: ".well-known/openid-configuration")
  }

  private func lab(
    _ clock: any Clock<Duration>, asking address: @escaping @Sendable (Lab) -> URL
  ) async throws -> Duration {
    var started: Lab?
    let duration = try await clock.measure {
      let lab = try await Lab.start()
      started = lab
      try await Self.ask(address(lab))
    }
    await started?.gatewayMock.stop()
    await started?.providerMock.stop()
    return duration
  }

  private func bare(_ clock: any Clock<Duration>) async throws -> Duration {
    var started: HTTPListener?
    let duration = try await clock.measure {
      let listener = try HTTPListener { _ in HTTPResponse(status: 200, text: "{}\n") }
      started = listener
      guard let url = URL(string: "http://127.0.0.1:\(listener.port)/") else {
        throw URLError(.badURL)
      }
      try await Self.ask(url)
    }
    await started?.stop()
    return duration
  }

  private static func ask(_ url: URL) async throws {
    let (_, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw BenchFailure(description: "\(url.path()) was not answered with 200")
    }
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    var lines = ["lab: within one process, each time on fresh ports; \(rounds) rounds"]
    for work in [Work.discovery, Work.gateway, Work.bare] {
      if let measured = series[work] { lines.append(ResultLine.text(work, measured)) }
    }
    guard let bare = series[Work.bare] else { return lines }
    for (name, work) in [("discovery", Work.discovery), ("gateway", Work.gateway)] {
      lines.append(ResultLine.ratio("\(name) : bare listener", series[work]?.ratio(to: bare)))
    }
    return lines
  }
}

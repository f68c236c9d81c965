import DocgenJSON
import Foundation
import SyncGatewayMock

/// Starts the gateway, reads and writes documents, and wakes waiting clients; compares it with
/// libmicrohttpd.
struct GatewayBenchmark: Benchmark {
  static let name = "gateway"
  static let defaultRounds = 5

  private let rounds: Int
  private static let connections = 4
  private static let requests = 2_500
  private static let longpolls = 100
  private static let documents = 100_000
  private static let user = LoopbackClient.authorization(of: "alice:secret")

  init(_ arguments: BenchArguments) { rounds = arguments.rounds ?? Self.defaultRounds }

  private enum Job {
    static let start = "start to the response of GET /"
    static let hello = "libmicrohttpd: GET hello"
    static let helloPut = "libmicrohttpd: PUT, hello"
    static let get = "gateway: GET /db/doc"
    static let put = "gateway: PUT /db/doc"
    static let putAgain = "gateway: PUT /db/doc on a file"
    static let wake = "PUT to the responses of 100 longpolls"
    static let wakeOne = "PUT to the response of one longpoll"
  }

  private static let configuration = """
    {"databases": {"db": {"users": {"alice": {"password": "secret", "admin_channels": ["*"]}}}}}
    """

  func run() async throws -> [String] {
    var series = MeasurementSeries()
    for _ in 0..<rounds * 10 { series.add(try await start(), to: Job.start) }
    for _ in 0..<rounds {
      try await measureRequests(&series)
      try await measureFile(&series)
      series.add(try await wake(1), to: Job.wakeOne)
      series.add(try await wake(Self.longpolls), to: Job.wake)
    }
    let memory = try await memory()
    return lines(series) + [memory]
  }

  private func gateway(_ options: SyncGateway.Options = .init()) async throws -> SyncGateway {
    try await SyncGateway.start(
      configuration: GatewayConfiguration(Self.configuration), options: options)
  }

  private static func port(_ gateway: SyncGateway) -> UInt16 { UInt16(gateway.publicURL.port ?? 0) }

  private func start() async throws -> Duration {
    var started: SyncGateway?
    let duration = try await ContinuousClock().measure {
      let gateway = try await gateway()
      started = gateway
      let port = Self.port(gateway)
      try await BlockingCall.onThread {
        _ = try LoopbackClient(port: port).ask(LoopbackClient.request("GET", path: "/"))
      }
    }
    await started?.stop()
    return duration
  }

  private func measureRequests(_ series: inout MeasurementSeries) async throws {
    let bare = try BareServer()
    let gateway = try await gateway()
    let port = Self.port(gateway)
    let get = LoopbackClient.request("GET", path: "/db/doc", headers: [Self.user])
    series.add(
      try await load(bare.port, expecting: 200) { _, _ in get }, to: Job.hello)
    series.add(
      try await load(bare.port, expecting: 200, request: Self.newDocument),
      to: Job.helloPut)
    try await gateway.put(["n": 1, "channels": ["a"]], id: "doc", in: "db")
    series.add(try await load(port, expecting: 200) { _, _ in get }, to: Job.get)
    series.add(
      try await load(port, expecting: 201, request: Self.newDocument), to: Job.put)
    await gateway.stop()
  }

  private func measureFile(_ series: inout MeasurementSeries) async throws {
    let duration = try await ScratchFolder.use { folder in
      let gateway = try await gateway(.init(store: .folder(folder.url)))
      let duration = try await load(
        Self.port(gateway), expecting: 201, requests: Self.requests / 10,
        request: Self.newDocument)
      await gateway.stop()
      return duration
    }
    series.add(duration, to: Job.putAgain)
  }

  private static let newDocument: @Sendable (Int, Int) -> [UInt8] = { connection, number in
    LoopbackClient.request(
      "PUT", path: "/db/d\(connection)-\(number)",
      headers: [Self.user],
      body: #"{"n": \#(number), "text": "some words", "channels": ["a"]}"#)
  }

  private func load(
    _ port: UInt16, expecting status: Int,
    requests: Int = GatewayBenchmark.requests,
    request: @escaping @Sendable (Int, Int) -> [UInt8]
  ) async throws -> Duration {
    try await Load.run(
      port: port, connections: Self.connections, requests: requests, expecting: status,
      request: request)
  }

  /// Returns the time from a document's PUT to the last response that waited for it.
  private func wake(_ count: Int) async throws -> Duration {
    let gateway = try await gateway()
    let port = Self.port(gateway)
    try await gateway.put(["channels": ["a"]], id: "first", in: "db")
    let waiting = LoopbackClient.request(
      "GET", path: "/db/_changes?feed=longpoll&since=2", headers: [Self.user])
    let clients = try (0..<count).map { _ in try LoopbackClient(port: port) }
    for client in clients { try client.send(waiting) }
    while try await gateway.waitingFeeds(in: "db") < count { await Task.yield() }
    nonisolated(unsafe) let unsafeClients = clients  // used by that one thread only
    let duration = try await ContinuousClock().measure {
      try await BlockingCall.onThread {
        let writer = try LoopbackClient(port: port)
        let put = LoopbackClient.request(
          "PUT", path: "/db/second", headers: [Self.user], body: #"{"channels": ["a"]}"#)
        guard try writer.ask(put) == 201 else { throw BenchFailure(description: "not written") }
        for client in unsafeClients {
          guard try client.readResponse() == 200 else {
            throw BenchFailure(description: "not woken")
          }
        }
      }
    }
    await gateway.stop()
    return duration
  }

  private func memory() async throws -> String {
    let gateway = try await gateway()
    let before = ProcessMemory.resident
    for number in 0..<Self.documents {
      try await gateway.put(
        ["n": .integer(number), "text": "some words", "channels": ["a"]], id: "d\(number)",
        in: "db")
    }
    let after = ProcessMemory.resident
    await gateway.stop()
    guard let before, let after else { return "  this system does not report the memory in use" }
    let megabytes = Double(after - before) / 1_048_576
    let each = Double(after - before) / Double(Self.documents)
    return "  \(Self.documents) small documents take \(ResultLine.number(megabytes, digits: 1)) MiB"
      + " (\(ResultLine.number(each, digits: 0)) bytes each)"
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    let total = Self.connections * Self.requests
    var lines = [
      "gateway: \(Self.connections) keep-alive connections, \(total) requests a round; "
        + "\(rounds) rounds"
    ]
    let counted = [
      Job.hello: total, Job.helloPut: total, Job.get: total, Job.put: total,
      Job.putAgain: Self.connections * (Self.requests / 10),
    ]
    for job in [
      Job.start, Job.hello, Job.helloPut, Job.get, Job.put, Job.putAgain, Job.wakeOne,
      Job.wake,
    ] {
      guard let measured = series[job] else { continue }
      let rate = counted[job].map {
        "\(ResultLine.number(Double($0) / (measured.median / .seconds(1)), digits: 0)) a second"
      }
      lines.append(ResultLine.text(job, measurement: measured, remark: rate ?? ""))
    }
    for (name, job, base) in [
      ("GET of libmicrohttpd's", Job.get, Job.hello),
      ("PUT of libmicrohttpd's", Job.put, Job.helloPut),
    ] {
      // Rates are compared, so the ratio is the inverse of that of times.
      let share = series[job].flatMap { job in series[base]?.ratio(to: job) }
      lines.append(ResultLine.ratio("\(name) requests a second", ratio: share))
    }
    return lines
  }
}

/// The memory of this process.
enum ProcessMemory {
  /// Resident bytes; `nil` on systems without `/proc`.
  static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
  }
}

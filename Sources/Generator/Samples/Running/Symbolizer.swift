import DocgenProcesses
import Foundation

/// Finds the lines of addresses in a library of samples.
struct Symbolizer: Sendable {
  let toolchain: Toolchain
  let processes: any ProcessLauncher

  /// A position in the code; one address has several when calls were inlined there.
  private struct Symbol: Decodable {
    var fileName: String
    var functionName: String
    var line: Int
    var column: Int
    var startAddress: String

    enum CodingKeys: String, CodingKey {
      case fileName = "FileName"
      case functionName = "FunctionName"
      case line = "Line"
      case column = "Column"
      case startAddress = "StartAddress"
    }

    /// The address where the function begins.
    var start: UInt64? { UInt64(startAddress.dropFirst(2), radix: 16) }

    /// Whether it is in a sample's own code.
    func isIn(_ source: SampleSource) -> Bool {
      source.position(inFile: fileName, line: 1, column: 1) != nil
    }

    /// Returns its position in a sample; `nil` if it has none.
    func position(in source: SampleSource) -> SampleRun.Position? {
      guard line > 0, column > 0 else { return nil }
      return source.position(inFile: fileName, line: line, column: column)
    }
  }

  private struct Response: Decodable {
    var symbols: [Symbol]

    enum CodingKeys: String, CodingKey {
      case symbols = "Symbol"
    }
  }

  /// The prefix of the compiler's artificial function names that state the reason of a trap.
  private static let trap = "Swift runtime failure: "
  /// The distances to probe for a line: after an instruction without one, and after a function's
  /// entry, where the instructions that set up its frame precede the line of its `await`.
  private static let probes = stride(from: UInt64(0), through: 192, by: 4)

  /// Returns the positions of addresses in a sample, inner ones first, and the reason of a trap at
  /// the first.
  func positions(
    of addresses: [CrashReport.Address], library: String, source: SampleSource,
    in folder: TemporaryFolder
  ) async throws -> (positions: [SampleRun.Position], trapReason: String?) {
    guard let first = addresses.first else { return ([], nil) }
    let offsets = addresses.indices.map { Self.offsets(of: addresses[$0], isFirst: $0 == 0) }
    // All together, because each call starts a process.
    var symbols = try await symbols(at: Array(offsets.joined()), library: library, in: folder)[...]
    let name = first.kind == .at ? symbols.first?.first?.functionName : nil
    var positions: [SampleRun.Position] = []
    for (address, offsets) in zip(addresses, offsets) {
      let found = symbols.prefix(offsets.count)
      symbols = symbols.dropFirst(offsets.count)
      positions += Self.positions(of: address, found: found, source: source)
    }
    let reason = name.flatMap { name in
      name.hasPrefix(Symbolizer.trap) ? String(name.dropFirst(Symbolizer.trap.count)) : nil
    }
    return (positions, reason)
  }

  /// Returns the offsets where the line of an address may be found.
  private static func offsets(of address: CrashReport.Address, isFirst: Bool) -> [UInt64] {
    let following = probes.map { address.offset + $0 }
    if address.kind == .resume { return following }
    return [address.instruction] + (isFirst ? following : [])
  }

  /// Returns the positions of an address in a sample, inlined calls first.
  private static func positions(
    of address: CrashReport.Address, found: ArraySlice<[Symbol]>, source: SampleSource
  ) -> [SampleRun.Position] {
    guard let symbols = found.first, let function = symbols.last else { return [] }
    // The probes may reach the next function.
    let following = found.compactMap(\.last).filter { $0.start == function.start }
      .compactMap { $0.position(in: source) }
    if address.kind == .resume {
      // The first position that isn't the function's entry.
      let entry = function.position(in: source)
      return following.first { $0 != entry }.map { [$0] } ?? []
    }
    let positions = symbols.compactMap { $0.position(in: source) }
    // An instruction may have no line, such as the beginning of an access to a variable.
    guard function.line == 0, function.isIn(source), let next = following.first
    else { return positions }
    return [next] + positions
  }

  /// Returns the symbols at some addresses, one element for each address, inlined calls first.
  private func symbols(
    at offsets: [UInt64], library: String, in folder: TemporaryFolder
  ) async throws -> [[Symbol]] {
    let program = toolchain.program("llvm-symbolizer")
    let arguments = [program, "--obj=\(library)", "--output-style=JSON", "--inlines"]
    let result = try await processes.run(
      Command(
        .symbolication, executable: program,
        arguments: arguments + offsets.map { "0x" + String($0, radix: 16) },
        environment: folder.environment(), directory: folder.path))
    guard result.succeeded else { throw EnvironmentError.failure(of: program, result) }
    guard let results = try? JSONDecoder().decode([Response].self, from: Data(result.output)) else {
      throw EnvironmentError.toolFailed(tool: program, reason: "its output isn't JSON")
    }
    return results.map(\.symbols)
  }
}

import Foundation
import Processes

/// Turns addresses in a library of samples into lines.
struct Symbolizer: Sendable {
  let toolchain: Toolchain
  let processes: any ProcessLauncher

  /// One place in the code; several for one address when calls were inlined there.
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

    /// Where the function begins.
    var start: UInt64? { UInt64(startAddress.dropFirst(2), radix: 16) }

    /// Whether it belongs to a sample's own text.
    func isIn(_ source: SampleSource) -> Bool {
      source.place(inFile: fileName, line: 1, column: 1) != nil
    }

    /// Its place in a sample, if it has one.
    func place(in source: SampleSource) -> SampleRun.Place? {
      guard line > 0, column > 0 else { return nil }
      return source.place(inFile: fileName, line: line, column: column)
    }
  }

  private struct Answer: Decodable {
    var symbols: [Symbol]

    enum CodingKeys: String, CodingKey {
      case symbols = "Symbol"
    }
  }

  /// The prefix of the names of functions that the compiler makes up to say why it traps.
  private static let trap = "Swift runtime failure: "
  /// How far behind an instruction a line is looked for where it has none, and how far into a function
  /// that of its `await`, behind the instructions that make its frame.
  private static let probes = stride(from: UInt64(0), through: 192, by: 4)
  /// How far from a function those of the same sample are looked for that name it.
  private static let reach: UInt64 = 1 << 18

  /// The lines of a sample that addresses lie on, inner ones first, and the reason of a trap at the
  /// first of them.
  ///
  /// Calls come before suspended callers, as in the report. A landing's line is looked for only
  /// when no other address has one.
  func places(
    of addresses: [CrashReport.Address], library: String, source: SampleSource,
    in folder: TemporaryFolder
  ) async throws -> (places: [SampleRun.Place], trapReason: String?) {
    let code = Code(library: library, source: source, folder: folder)
    // All calls at once: a deep recursion has many, and each question costs a process.
    let calls = addresses.filter { [.at, .from].contains($0.kind) }
    let answers = calls.isEmpty ? [] : try await symbols(at: calls.map(\.instruction), code)
    var places = answers.flatMap { $0 }.compactMap { $0.place(in: source) }
    if let call = calls.first, let answer = answers.first,
      let place = try await followingPlace(of: call, answer, code)
    {
      places.insert(place, at: 0)
    }
    for address in addresses where address.kind == .resume {
      if let place = try await awaitPlace(at: address.offset, code) { places.append(place) }
    }
    if places.isEmpty, let landing = addresses.first(where: { $0.kind == .landing }),
      let place = try await landingPlace(at: landing.offset, code)
    {
      places.append(place)
    }
    let first = addresses.first?.kind == .at ? answers.first?.first?.functionName : nil
    let reason = first.flatMap { name in
      name.hasPrefix(Symbolizer.trap) ? String(name.dropFirst(Symbolizer.trap.count)) : nil
    }
    return (places, reason)
  }

  private struct Code {
    var library: String
    var source: SampleSource
    var folder: TemporaryFolder
  }

  /// The place of what follows an instruction of a sample that has none, such as the beginning of an
  /// access to a variable; `nil` for any other.
  private func followingPlace(
    of call: CrashReport.Address, _ answer: [Symbol], _ code: Code
  ) async throws -> SampleRun.Place? {
    guard let symbol = answer.last, symbol.line == 0, symbol.isIn(code.source) else { return nil }
    return try await symbols(at: Symbolizer.probes.map { call.offset + $0 }, code)
      .compactMap(\.last).prefix { $0.start == symbol.start }
      .lazy.compactMap { $0.place(in: code.source) }.first
  }

  /// The place of the `await` that a function goes on after: the first that isn't its entry's, or, if
  /// it has none, that of the instruction that names the function.
  private func awaitPlace(at start: UInt64, _ code: Code) async throws -> SampleRun.Place? {
    let found = try await symbols(at: Symbolizer.probes.map { start + $0 }, code)
    let entry = found.first?.last
    let entryPlace = entry?.place(in: code.source)
    // Behind the function's end, the next one begins.
    let place = found.compactMap(\.last).filter { $0.start == entry?.start }
      .compactMap { $0.place(in: code.source) }.first { $0 != entryPlace }
    if let place { return place }
    guard entryPlace == nil, let user = try await user(of: start, code) else { return nil }
    return try await symbols(at: [user], code).first?.compactMap { $0.place(in: code.source) }.last
  }

  /// The place of the `await` whose error arrived at a landing: that of the function which goes on
  /// after it and which, alone of all, names the landing's address.
  private func landingPlace(at offset: UInt64, _ code: Code) async throws -> SampleRun.Place? {
    guard let landing = try await symbols(at: [offset - min(1, offset)], code).first?.last?.start
    else { return nil }
    guard let user = try await user(of: landing, code),
      let function = try await symbols(at: [user], code).first?.last?.start
    else { return nil }
    return try await awaitPlace(at: function, code)
  }

  /// The last instruction before a function, or else the first behind it, that names it.
  private func user(of function: UInt64, _ code: Code) async throws -> UInt64? {
    let first = function > Symbolizer.reach ? function - Symbolizer.reach : 0
    let result = try await run(
      "llvm-objdump",
      [
        "-d", "--no-show-raw-insn", "--start-address=\(first)",
        "--stop-address=\(function + Symbolizer.reach)", code.library,
      ], code)
    let name = "0x" + String(function, radix: 16)
    let lines = String(decoding: result, as: UTF8.self).split(separator: "\n")
    let users = lines.filter { line in
      line.split { !($0.isHexDigit || $0 == "x") }.dropFirst().contains { $0 == name }
    }
    .compactMap { line in
      line.split(separator: ":").first.flatMap { UInt64($0.drop { $0 == " " }, radix: 16) }
    }
    return users.last { $0 < function } ?? users.first
  }

  /// What is at some addresses, one answer for each, inlined calls first.
  private func symbols(at offsets: [UInt64], _ code: Code) async throws -> [[Symbol]] {
    let arguments = ["--obj=\(code.library)", "--output-style=JSON", "--inlines"]
    let output = try await run(
      "llvm-symbolizer", arguments + offsets.map { "0x" + String($0, radix: 16) }, code)
    guard let answers = try? JSONDecoder().decode([Answer].self, from: Data(output)) else {
      throw EnvironmentError.toolFailed(tool: "llvm-symbolizer", reason: "its answer is not JSON")
    }
    return answers.map(\.symbols)
  }

  private func run(_ name: String, _ arguments: [String], _ code: Code) async throws -> [UInt8] {
    let program = toolchain.program(name)
    let result = try await processes.run(
      Command(
        .symbolication, executable: program, arguments: [program] + arguments,
        environment: code.folder.environment, directory: code.folder.path))
    guard result.ending == .exited(0) else {
      throw EnvironmentError.toolFailed(
        tool: program, reason: String(decoding: result.errorOutput.prefix(500), as: UTF8.self))
    }
    return result.output
  }
}

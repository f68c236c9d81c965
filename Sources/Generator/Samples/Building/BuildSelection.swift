public import DocgenDocModel
import DocgenGround
import DocgenHashing

/// The samples that a build works on, and which of them first.
///
/// The build uses earlier results for the others.
public struct BuildSelection: Sendable, Hashable {
  /// A part of a site's samples, for one of several machines.
  public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// Creates a part; `nil` unless `number` is from 1 to `count`.
    public init?(_ number: Int, of count: Int) {
      guard count > 0, (1...count).contains(number) else { return nil }
      self.number = number
      self.count = count
    }

    /// `I/N`.
    public var description: String { "\(number)/\(count)" }
  }

  /// Pages or folders by path, or samples by id; empty for all samples.
  public var only: [String] = []
  /// Whether to select only samples that failed the last time.
  public var failedOnly = false
  /// The part to work on; `nil` for all.
  public var shard: Shard?
  /// The files whose samples come first, such as the one being edited.
  public var first: Set<String> = []

  /// Creates a selection of all samples, in the order that shows failures soonest.
  public init() {}

  /// Returns whether a path or an id names a sample.
  public static func matches(_ path: String, sample: Sample) -> Bool {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.hasSuffix("/") { path = path.dropLast() }
    return path == sample.id.description
      || [sample.id.file, sample.file].contains { $0 == path || $0.hasPrefix(path + "/") }
  }
}

/// The last result of a sample.
struct SampleHistory: Sendable, Hashable {
  /// The seconds for compiling and running it; `nil` when no build did both.
  var seconds: Double?
  /// Whether it failed.
  var hasFailed: Bool
}

extension BuildSelection {
  /// Returns the selected programs, by the id of their first block.
  ///
  /// Programs that must run together are selected together: the blocks of a session, and the shell
  /// programs of a page.
  func selected(
    from programs: [SampleProgram], history: [String: SampleHistory]
  ) -> Set<SampleID> {
    let units = Self.units(of: programs).filter { unit in
      unit.contains { program in
        program.blocks.contains { sample in
          (only.isEmpty || only.contains { Self.matches($0, sample: sample) })
            && (!failedOnly || history[sample.id.description]?.hasFailed == true)
        }
      }
    }
    let chosen =
      shard.map { Self.parts(of: units, count: $0.count, history: history)[$0.number - 1] } ?? units
    return Set(chosen.joined().map(\.lead.id))
  }

  private static func units(of programs: [SampleProgram]) -> [[SampleProgram]] {
    let shells = Dictionary(
      grouping: programs.filter { $0.lead.language == .shell }, by: \.lead.id.file)
    return programs.filter { $0.lead.language != .shell }.map { [$0] }
      + shells.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Divides units into parts of similar cost.
  ///
  /// The most expensive come first, each in the part with the lowest cost so far. Equal costs
  /// result in equal parts on every machine.
  private static func parts(
    of units: [[SampleProgram]], count: Int, history: [String: SampleHistory]
  ) -> [[[SampleProgram]]] {
    let costs = units.map { unit in unit.reduce(0) { $0 + cost(of: $1, history: history) } }
    var parts = [[[SampleProgram]]](repeating: [], count: count)
    var loads = [Double](repeating: 0, count: count)
    let order = units.indices.sorted { left, right in
      (costs[right], units[left][0].lead.id) < (costs[left], units[right][0].lead.id)
    }
    for index in order {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      parts[least].append(units[index])
      loads[least] += costs[index]
    }
    return parts
  }

  /// Returns the recorded cost in seconds, or an estimate by length, which is the same on all
  /// machines.
  private static func cost(of program: SampleProgram, history: [String: SampleHistory]) -> Double {
    history[program.lead.id.description]?.seconds
      ?? 0.2 + Double(program.code.reduce(0) { $0 + $1.lines.count }) / 100
  }

  /// Returns a text that is equal on machines that divide the same programs by the same costs.
  static func fingerprint(
    of programs: [SampleProgram], history: [String: SampleHistory]
  ) -> String {
    let parts = programs.map { "\($0.lead.id) \(cost(of: $0, history: history))" }.sorted()
    return String(ContentHash.of(parts).prefix(8))
  }

  /// Returns the indices of programs in the order of work: first the preferred files, then those
  /// that failed the last time, then the most expensive.
  func order(of programs: [SampleProgram], history: [String: SampleHistory]) -> [Int] {
    let keys = programs.enumerated().map { index, program in
      (
        urgency(of: program, history: history) ?? 2, -Self.cost(of: program, history: history),
        index
      )
    }
    return keys.sorted { $0 < $1 }.map(\.2)
  }

  /// Returns 0 for programs of preferred files, 1 for those that failed the last time, `nil` for
  /// others.
  func urgency(of program: SampleProgram, history: [String: SampleHistory]) -> Int? {
    let files = program.code.flatMap { [$0.id.file, $0.file] }
    if files.contains(where: first.contains) { return 0 }
    let hasFailed = program.blocks.contains { history[$0.id.description]?.hasFailed == true }
    return hasFailed ? 1 : nil
  }
}

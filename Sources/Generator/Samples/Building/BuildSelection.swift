public import DocModel
import Ground
import Hashing

/// Which samples a build works on, and which of them first.
///
/// What earlier builds know of the others is still taken.
public struct BuildSelection: Sendable, Hashable {
  /// One of several parts of a site's samples that are worked on by different machines.
  public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// Which one, from 1.
    public let number: Int
    /// How many there are.
    public let count: Int

    /// A part; `nil` unless `number` is from 1 to `count`.
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
  /// Whether only those are meant that failed when they were last worked on.
  public var failedOnly = false
  /// The part to work on; `nil` for the whole.
  public var shard: Shard?
  /// The files whose samples come first, such as the one being edited.
  public var first: Set<String> = []

  /// All samples, in the order that shows failures soonest.
  public init() {}

  /// Whether every sample is meant.
  public var isWhole: Bool { only.isEmpty && !failedOnly && shard == nil }

  /// Whether a path or an id names a sample.
  public static func matches(_ path: String, _ sample: Sample) -> Bool {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.hasSuffix("/") { path = path.dropLast() }
    return path == sample.id.description
      || [sample.id.file, sample.file].contains { $0 == path || $0.hasPrefix(path + "/") }
  }
}

/// What is remembered of a sample from the last time it was worked on.
struct SampleHistory: Sendable, Hashable {
  /// Seconds to compile and run it; `nil` when it never was both in one build.
  var seconds: Double?
  /// Whether it failed.
  var hasFailed: Bool
}

extension BuildSelection {
  /// The programs that are meant, by the id of their first block.
  ///
  /// What must be run together is one: the blocks of a session, and the shell programs of a page.
  func selected(
    from programs: [SampleProgram], _ history: [String: SampleHistory]
  ) -> Set<SampleID> {
    let units = Self.units(of: programs).filter { unit in
      unit.contains { program in
        program.blocks.contains { sample in
          (only.isEmpty || only.contains { Self.matches($0, sample) })
            && (!failedOnly || history[sample.id.description]?.hasFailed == true)
        }
      }
    }
    let meant = shard.map { Self.parts(units, $0.count, history)[$0.number - 1] } ?? units
    return Set(meant.joined().map(\.lead.id))
  }

  private static func units(of programs: [SampleProgram]) -> [[SampleProgram]] {
    let shells = Dictionary(
      grouping: programs.filter { $0.lead.language == .shell }, by: \.lead.id.file)
    return programs.filter { $0.lead.language != .shell }.map { [$0] }
      + shells.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Divides units into parts of about the same cost.
  ///
  /// The most costly come first, each to the part that has least so far. The same costs give the same parts on every machine.
  private static func parts(
    _ units: [[SampleProgram]], _ count: Int, _ history: [String: SampleHistory]
  ) -> [[[SampleProgram]]] {
    let costs = units.map { unit in unit.reduce(0) { $0 + cost($1, history) } }
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

  /// The recorded cost in seconds; else a guess by length, such as two machines agree on.
  private static func cost(_ program: SampleProgram, _ history: [String: SampleHistory]) -> Double {
    history[program.lead.id.description]?.seconds
      ?? 0.2 + Double(program.code.reduce(0) { $0 + $1.lines.count }) / 100
  }

  /// Tells whether two machines divide the same programs by the same costs.
  static func fingerprint(
    of programs: [SampleProgram], _ history: [String: SampleHistory]
  ) -> String {
    let parts = programs.map { "\($0.lead.id) \(cost($0, history))" }.sorted()
    return String(ContentHash.of(parts).prefix(8))
  }

  /// The place of each program in the order of work: the files that come first, what failed last
  /// time, then the most costly.
  func ranks(of programs: [SampleProgram], _ history: [String: SampleHistory]) -> [Int] {
    let keys = programs.enumerated().map { index, program in
      (urgency(of: program, history) ?? 2, -Self.cost(program, history), index)
    }
    var ranks = [Int](repeating: 0, count: programs.count)
    for (rank, key) in keys.sorted(by: { $0 < $1 }).enumerated() { ranks[key.2] = rank }
    return ranks
  }

  /// 0 for programs of the files that come first, 1 for those that failed; `nil` for others.
  func urgency(of program: SampleProgram, _ history: [String: SampleHistory]) -> Int? {
    let files = program.code.flatMap { [$0.id.file, $0.file] }
    if files.contains(where: first.contains) { return 0 }
    let hasFailed = program.blocks.contains { history[$0.id.description]?.hasFailed == true }
    return hasFailed ? 1 : nil
  }
}

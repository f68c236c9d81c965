import DocgenDocModel
import DocgenGround

/// A value in the cache.
///
/// Another machine may have stored it, or another version of docgen.
protocol CachedValue: Codable {
  /// The numbers used in sums or messages: lines, columns, statuses.
  var numbers: [Int] { get }
}

extension CachedValue {
  var numbers: [Int] { [] }

  /// Whether all numbers are realistic; with others, sums would overflow and messages fill the
  /// disk.
  var isPlausible: Bool { numbers.allSatisfy { $0.magnitude < 1 << 24 } }
}

extension Array: CachedValue where Element: CachedValue {
  var numbers: [Int] { flatMap(\.numbers) }
}

extension SwiftName: CachedValue {
  var numbers: [Int] { [line, column, length] }
}

extension SampleRun: CachedValue {
  var numbers: [Int] {
    [firstLine, ending.number] + positions.flatMap(\.numbers) + transcripts.map(\.omittedCount)
  }
}

extension SampleRun.Ending {
  /// The status or the signal; 0 if there is neither.
  fileprivate var number: Int {
    switch self {
    case .exited(let status): status
    case .crashed(let signal): signal
    default: 0
    }
  }
}

extension SampleRun.Position {
  fileprivate var numbers: [Int] { [line, column] }
}

extension CompiledSample: CachedValue {
  var numbers: [Int] {
    [firstLine]
      + messages.flatMap { message in
        ([message.position] + message.notes.map(\.position)).compactMap { $0 }.flatMap {
          [$0.relativeLine, $0.column]
        }
      }
  }
}

/// How many of the 24 faults a client has been shown, or has noticed.
public struct ConformanceCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The faults that count.
  public private(set) var covered: Set<ConformanceFault>

  /// A coverage of some faults; of none unless told.
  public init(covered: Set<ConformanceFault> = []) { self.covered = covered }

  /// Counts a fault.
  public mutating func add(_ fault: ConformanceFault) { covered.insert(fault) }

  /// What does not count yet, in the order of `ConformanceFault.allCases`.
  public var missing: [ConformanceFault] {
    ConformanceFault.allCases.filter { !covered.contains($0) }
  }

  /// `22 of 24; missing: kid-absent-single, form-post-error`.
  public var description: String {
    let count = "\(covered.count) of \(ConformanceFault.allCases.count)"
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return missing.isEmpty ? count : count + "; missing: " + names
  }
}

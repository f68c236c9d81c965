/// The faults, of the 24, that have been served to a client or detected by it.
public struct ConformanceCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The faults covered so far.
  public private(set) var covered: Set<ConformanceFault>

  /// Creates a coverage; by default of no faults.
  public init(covered: Set<ConformanceFault> = []) { self.covered = covered }

  /// Adds a fault.
  public mutating func add(_ fault: ConformanceFault) { covered.insert(fault) }

  /// The faults not covered yet, in the order of `ConformanceFault.allCases`.
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

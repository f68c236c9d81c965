/// Compiled samples that wait for others to be linked with.
///
/// A part is linked when it is full, when nothing more can join it, or when it has waited, for one
/// link of many costs less than many.
struct LinkQueue {
  private var samples: [Int] = []
  private var hasWaited = false

  /// A run finds the symbols of all samples in its library, so a hundred of them would take a run
  /// longer than its own work; and libraries can be linked at the same time.
  static let mostInLibrary = 32

  /// Whether nothing waits.
  var isEmpty: Bool { samples.isEmpty }

  /// Takes a sample.
  mutating func add(_ index: Int) { samples.append(index) }

  /// Takes note that time has passed: what is here waits no longer for the rest of its part.
  mutating func endPatience() { hasWaited = !samples.isEmpty }

  /// The samples to be linked now; `nil` when they are to wait.
  ///
  /// - Parameter isWhole: whether nothing more can join them.
  mutating func nextPart(isWhole: Bool) -> [Int]? {
    guard samples.count >= Self.mostInLibrary || !isEmpty && (isWhole || hasWaited) else {
      return nil
    }
    hasWaited = false
    // What is left at the end is divided evenly.
    let parts = (samples.count + Self.mostInLibrary - 1) / Self.mostInLibrary
    let size = isWhole ? (samples.count + parts - 1) / parts : Self.mostInLibrary
    defer { samples.removeFirst(min(size, samples.count)) }
    return Array(samples.prefix(size))
  }
}

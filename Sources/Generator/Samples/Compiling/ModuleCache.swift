import Foundation

/// The folder in which the compiler keeps what it makes of C modules, and another one for when that
/// can't be used: a damaged file in it is no fault of a document.
actor ModuleCache {
  private let preferred: String
  private let spare: String
  private var trouble: String?

  /// A folder, which need not be there, and one that is the build's own.
  init(_ preferred: String, spare: String) {
    self.preferred = preferred
    self.spare = spare
  }

  /// The folder's path.
  var folder: String { trouble == nil ? preferred : spare }

  /// Takes note that a compiler could not use a folder; what is in it is removed, for it would hold
  /// up the next build too.
  ///
  /// - Returns: whether there is another one now.
  func giveUp(_ folder: String, because reason: String) -> Bool {
    guard folder == preferred, preferred != spare else { return false }
    guard trouble == nil else { return true }
    trouble = reason
    // In one step, for other builds may be reading there.
    let discarded = "\(preferred)-\(UUID().uuidString)"
    if rename(preferred, discarded) == 0 {
      try? FileManager.default.removeItem(atPath: discarded)
    }
    return true
  }

  /// What the user should know.
  var remarks: [String] {
    trouble.map {
      [
        "what the compiler kept of C modules could not be used and is made anew (\(preferred)): \($0)"
      ]
    } ?? []
  }
}

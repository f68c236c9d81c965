import DocgenJSON

/// A position in the changes feed (db/sequence_id.go): a sequence, or one that is sent late because
/// of a grant at a later sequence.
struct SequenceID: Sendable, Hashable, Comparable {
  var sequence: Int
  /// The sequence of the grant that made this one visible; 0 for none.
  var trigger = 0

  init(_ sequence: Int, trigger: Int = 0) {
    self.sequence = sequence
    self.trigger = trigger
  }

  /// Parses `12`, `30:12`, `9::12` or `9:30:12`; empty means the beginning.
  ///
  /// The first of three numbers is where the original missed a sequence, which never happens here.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    switch parts.count {
    case _ where text.isEmpty: self.init(0)
    case 1:
      guard let sequence = parts[0], sequence >= 0 else { return nil }
      self.init(sequence)
    case 2:
      guard let trigger = parts[0], let sequence = parts[1], trigger >= 0, sequence >= 0 else {
        return nil
      }
      self.init(sequence, trigger: trigger)
    case 3:
      let rest = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      guard let low = parts[0], low >= 0 else { return nil }
      self.init(rest.filter { !$0.isEmpty }.joined(separator: ":"))
    default: return nil
    }
  }

  var text: String { trigger > 0 ? "\(trigger):\(sequence)" : "\(sequence)" }
  /// A number, or a string if there is a trigger.
  var json: JSONValue { trigger > 0 ? .string(text) : .integer(sequence) }

  /// An id with a trigger comes just before the trigger itself.
  static func < (left: SequenceID, right: SequenceID) -> Bool {
    if left.trigger == right.trigger { return left.sequence < right.sequence }
    if left.trigger == 0 { return left.sequence < right.trigger }
    if right.trigger == 0 { return left.trigger <= right.sequence }
    return left.trigger < right.trigger
  }
}

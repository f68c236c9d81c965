/// Who says what to whom, in order.
public struct SequenceDiagram: Sendable, Hashable {
  /// An arrow from one participant to another, or to itself.
  public struct Message: Sendable, Hashable {
    /// The sender, as an index of `participants`.
    public var from: Int
    /// The receiver, as an index of `participants`.
    public var to: Int
    /// What stands at the arrow; lines end in `\n`.
    public var text: String
    /// Whether the line is dashed, as answers' are.
    public var isDashed: Bool
    /// Whether the head is two strokes instead of a triangle.
    public var isOpen: Bool

    /// An arrow from its parts.
    public init(from: Int, to: Int, text: String, isDashed: Bool = false, isOpen: Bool = false) {
      self.from = from
      self.to = to
      self.text = text
      self.isDashed = isDashed
      self.isOpen = isOpen
    }
  }

  /// A remark beside or over participants.
  public struct Note: Sendable, Hashable {
    /// Where a note stands.
    public enum Placement: Sendable, Hashable {
      /// To the left of a participant.
      case leftOf(Int)
      /// To the right of a participant.
      case rightOf(Int)
      /// Over one participant, or from one to another; the smaller index first.
      case over(Int, Int)
    }

    /// Where it stands.
    public var placement: Placement
    /// What it says; lines end in `\n`.
    public var text: String

    /// A remark at a place.
    public init(_ placement: Placement, text: String) {
      self.placement = placement
      self.text = text
    }
  }

  /// One row of the diagram.
  public enum Step: Sendable, Hashable {
    /// An arrow.
    case message(Message)
    /// A remark.
    case note(Note)
  }

  /// The title above it; `nil` for none.
  public var title: String?
  /// The names of those who speak, from left to right; lines end in `\n`.
  public var participants: [String]
  /// The rows, from above.
  public var steps: [Step]

  /// A diagram from its parts.
  public init(title: String? = nil, participants: [String] = [], steps: [Step] = []) {
    self.title = title
    self.participants = participants
    self.steps = steps
  }
}

extension SequenceDiagram {
  /// The index of a participant, who is added if it is new.
  public mutating func index(of participant: String) -> Int {
    if let index = participants.firstIndex(of: participant) { return index }
    participants.append(participant)
    return participants.count - 1
  }

  /// A sentence for each step, for readers who can't see it: `A to B: text`.
  public var sentences: [String] {
    steps.map { step in
      switch step {
      case .message(let message):
        return "\(name(message.from)) to \(name(message.to))" + Self.said(message.text)
      case .note(let note): return "Note \(place(of: note))" + Self.said(note.text)
      }
    }
  }

  private func place(of note: Note) -> String {
    switch note.placement {
    case .leftOf(let index): "left of \(name(index))"
    case .rightOf(let index): "right of \(name(index))"
    case .over(let first, let last):
      first == last ? "over \(name(first))" : "over \(name(first)) to \(name(last))"
    }
  }

  private func name(_ index: Int) -> String { Self.oneLine(participants[index]) }

  /// What stands behind a name, if anything does.
  private static func said(_ text: String) -> String {
    let line = oneLine(text)
    return line.isEmpty ? "" : ": " + line
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }
}

/// A sequence diagram: messages between participants, in order.
public struct SequenceDiagram: Sendable, Hashable {
  /// An arrow from one participant to another, or to itself.
  public struct Message: Sendable, Hashable {
    /// The sender, as an index of `participants`.
    public var from: Int
    /// The receiver, as an index of `participants`.
    public var to: Int
    /// The text at the arrow; lines are separated by `\n`.
    public var text: String
    /// Whether the line is dashed, as for responses.
    public var isDashed: Bool
    /// Whether the head consists of two strokes instead of a triangle.
    public var isOpen: Bool
    /// Whether it reports an error, such as a response with status 401.
    public var isError = false

    /// Creates an arrow.
    public init(from: Int, to: Int, text: String, isDashed: Bool = false, isOpen: Bool = false) {
      self.from = from
      self.to = to
      self.text = text
      self.isDashed = isDashed
      self.isOpen = isOpen
    }
  }

  /// A note next to or over participants.
  public struct Note: Sendable, Hashable {
    /// The placement of a note.
    public enum Placement: Sendable, Hashable {
      /// To the left of a participant.
      case leftOf(Int)
      /// To the right of a participant.
      case rightOf(Int)
      /// Over one participant, or from one to another; the smaller index first.
      case over(Int, Int)
    }

    /// The placement.
    public var placement: Placement
    /// The text; lines are separated by `\n`.
    public var text: String

    /// Creates a note.
    public init(_ placement: Placement, text: String) {
      self.placement = placement
      self.text = text
    }
  }

  /// One row of the diagram.
  public enum Step: Sendable, Hashable {
    /// An arrow.
    case message(Message)
    /// A note.
    case note(Note)
  }

  /// The title above the diagram; `nil` for none.
  public var title: String?
  /// The names of the participants, from left to right; lines are separated by `\n`.
  public var participants: [String] = []
  /// The rows, from top to bottom.
  public var steps: [Step] = []

  /// Creates an empty diagram.
  public init() {}
}

extension SequenceDiagram {
  /// Returns the index of a participant, and adds the participant if it is new.
  public mutating func index(of participant: String) -> Int {
    if let index = participants.firstIndex(of: participant) { return index }
    participants.append(participant)
    return participants.count - 1
  }

  /// A sentence for each step, for readers who can't see the drawing: `A to B: text`.
  public var sentences: [String] {
    steps.map { step in
      switch step {
      case .message(let message):
        return "\(name(message.from)) to \(name(message.to))" + Self.appended(message.text)
      case .note(let note): return "Note \(position(of: note))" + Self.appended(note.text)
      }
    }
  }

  private func position(of note: Note) -> String {
    switch note.placement {
    case .leftOf(let index): "left of \(name(index))"
    case .rightOf(let index): "right of \(name(index))"
    case .over(let first, let last):
      first == last ? "over \(name(first))" : "over \(name(first)) to \(name(last))"
    }
  }

  private func name(_ index: Int) -> String { Self.oneLine(participants[index]) }

  /// Returns the text of a step to append after the names; empty when it has none.
  private static func appended(_ text: String) -> String {
    let line = oneLine(text)
    return line.isEmpty ? "" : ": " + line
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }
}

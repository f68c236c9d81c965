extension CompilerHost {
  /// What a process says about a compilation, as a line.
  struct Word: Sendable, Equatable {
    /// What there is to say.
    enum Kind: String, Sendable {
      /// It begins now.
      case began
      /// The compiler had nothing to say, and the object is there.
      case silent
      /// The compiler had something to say.
      case spoke
      /// There was no compilation, for a reason that has nothing to do with it.
      case refused
      /// It ended the process. The parent says it.
      case crashed
      /// It took longer than it may. The parent says it, for the process is no more.
      case overran
    }

    /// What there is to say.
    var kind: Kind
    /// The compilation's place in the request.
    var index: Int
    /// How long it took.
    var time: Duration

    init(_ kind: Kind, _ index: Int, _ time: Duration = .zero) {
      self.kind = kind
      self.index = index
      self.time = time
    }

    /// The word of a line; `nil` for one that was not written whole.
    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 3, let kind = Kind(rawValue: String(words[0])),
        let index = Int(words[1]),
        let microseconds = Int(words[2])
      else { return nil }
      self.init(kind, index, .microseconds(microseconds))
    }

    /// The word as a line.
    var line: String {
      let (seconds, attoseconds) = time.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      return "\(kind.rawValue) \(index) \(microseconds)\n"
    }
  }
}

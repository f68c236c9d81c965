import Ground

/// What is new at every run, and what stands for it in what readers see: the ports that servers got,
/// the folders of the run, and `LastingWords`.
struct RunNames: Sendable {
  private let ports: CanonicalPorts
  private let program: String
  private let folders: FolderNames

  /// Names for a run.
  ///
  /// - Parameters:
  ///   - ports: of its servers.
  ///   - folders: its folders.
  ///   - program: what is run.
  init(ports: CanonicalPorts, folders: FolderNames, program: String) {
    self.ports = ports
    self.program = program
    self.folders = folders
  }

  /// A text as readers see it; wrong bytes are replaced.
  func canonical(_ bytes: [UInt8]) -> String {
    let text = folders.canonical(ports.normaliseNumbers(ports.normalise(bytes), of: program))
    return LastingWords.lasting(String(decoding: text, as: UTF8.self), of: program)
  }

  /// A text as readers see it.
  func canonical(_ text: String) -> String { canonical(Array(text.utf8)) }

  /// The events of a run, as readers see them: ports of addresses and folders are normalized, other numbers
  /// stay.
  func canonical(_ events: [Transcript.Event]) -> [Transcript.Event] {
    events.map { event in
      event.mapTexts {
        String(decoding: folders.canonical(ports.normalise(Array($0.utf8))), as: UTF8.self)
      }
    }
  }
}

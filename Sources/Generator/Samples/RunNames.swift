/// What is new at every run, and what stands for it in what readers see: the ports that servers got,
/// the folders of the run, and `LastingWords`.
struct RunNames: Sendable {
  private let ports: CanonicalPorts
  private let program: String
  private let folders: [(path: String, name: String)]

  /// Names for a run.
  ///
  /// - Parameters:
  ///   - ports: of its servers.
  ///   - folders: its folders and what they are called, inner ones first.
  ///   - program: what is run.
  init(ports: CanonicalPorts, folders: [(path: String, name: String)], program: String) {
    self.ports = ports
    self.program = program
    // JSON may be written with a backslash before each slash, as Foundation does.
    self.folders = folders.flatMap { path, name in
      [(path, name), (path.escapingSlashes, name.escapingSlashes)]
    }
  }

  /// A text as readers see it; wrong bytes are replaced.
  func canonical(_ bytes: [UInt8]) -> String {
    let text = ports.normaliseNumbers(ports.normalise(bytes), of: program)
    return folders.reduce(LastingWords.lasting(String(decoding: text, as: UTF8.self), of: program))
    {
      text, folder in
      text.replacing(folder.path, with: folder.name)
    }
  }

  /// A text as readers see it.
  func canonical(_ text: String) -> String { canonical(Array(text.utf8)) }
}

extension String {
  fileprivate var escapingSlashes: String { replacing("/", with: "\\/") }
}

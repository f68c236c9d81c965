/// What is new at every run, and the names that stand for it in what readers see: the ports that
/// servers got, and the folders of the run.
struct RunNames: Sendable {
  let ports: CanonicalPorts
  private let folders: [(path: String, name: String)]

  /// Names for a run.
  ///
  /// - Parameter folders: its folders and what they are called, inner ones first.
  init(ports: CanonicalPorts, folders: [(path: String, name: String)]) {
    self.ports = ports
    // JSON may be written with a backslash before each slash, as Foundation does.
    self.folders = folders.flatMap { path, name in
      [(path, name), (path.escapingSlashes, name.escapingSlashes)]
    }
  }

  /// A text as readers see it; wrong bytes are replaced.
  func canonical(_ bytes: [UInt8]) -> String {
    folders.reduce(String(decoding: ports.normalise(bytes), as: UTF8.self)) { text, folder in
      text.replacing(folder.path, with: folder.name)
    }
  }

  /// A text as readers see it.
  func canonical(_ text: String) -> String { canonical(Array(text.utf8)) }
}

extension String {
  fileprivate var escapingSlashes: String { replacing("/", with: "\\/") }
}

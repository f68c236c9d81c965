import Ground

/// The paths of the site's files, so that none is written twice or also needed as a folder.
struct SiteAddresses {
  /// The sources of files, by their path below the output folder.
  private var sources: [String: String] = [:]
  /// The sources of files in folders, by the folder's path.
  private var folders: [String: String] = [:]

  /// Reserves a path for a source, which messages name.
  ///
  /// - Returns: why the path isn't available; `nil` if it is now reserved.
  mutating func take(_ path: String, for source: String) -> Diagnostic.Message? {
    // Hidden files stay in the output folder, because docgen may not have written them.
    let top = path.prefix { $0 != "/" }
    if top.hasPrefix("."), top != ".well-known" { return .permalinkHidden(path) }
    if let other = sources[path] { return .permalinkCollision(path, with: other) }
    if let other = folders[path] { return .permalinkIsFolder(path, of: other) }
    var parents: [String] = []
    var folder = SitePath.folder(of: path)
    while !folder.isEmpty {
      parents.append(folder.joined(separator: "/"))
      folder.removeLast()
    }
    for parent in parents {
      if let other = sources[parent] { return .permalinkBelowFile(path, parent, of: other) }
    }
    sources[path] = source
    for parent in parents { folders[parent] = source }
    return nil
  }
}

extension Diagnostic.Message {
  static func permalinkCollision(_ path: String, with other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(other)' is written to '\(path)' too; give one of them another place")
  }

  static func permalinkIsFolder(_ path: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' cannot be a file: '\(other)' needs it as a folder; end the permalink in '/'")
  }

  static func permalinkBelowFile(_ path: String, _ file: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' cannot be written: '\(file)' is a file, which '\(other)' is written to; "
        + "give one of them another place")
  }

  static func permalinkHidden(_ path: String) -> Self {
    Self(
      .permalinkEscapes,
      "'\(path)' would be hidden, and hidden files at the top of the site are left to others; "
        + "only '.well-known' may begin with a dot")
  }
}

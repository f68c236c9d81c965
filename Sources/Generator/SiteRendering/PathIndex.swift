import DocgenGround

/// The paths of pages or files, by their folders and by their names.
///
/// With it, looking for what an author may have meant takes no time that grows with the site.
struct PathIndex {
  /// The names in each folder, of files and of other folders.
  private var names: [String: Set<String>] = [:]
  /// The folders in which each name is that of a path.
  private var folders: [String: [String]] = [:]

  init(_ paths: some Sequence<String>) {
    for path in paths {
      var (folder, name) = Self.parts(of: path)
      folders[name, default: []].append(folder)
      while names[folder, default: []].insert(name).inserted, !folder.isEmpty {
        (folder, name) = Self.parts(of: folder)
      }
    }
  }

  /// Returns the paths that another is the end of.
  func paths(endingIn path: String) -> [String] {
    let (folder, name) = Self.parts(of: path)
    return (folders[name] ?? []).filter { "/\($0)".hasSuffix("/\(folder)") || folder.isEmpty }
      .map { Self.path($0, name) }
  }

  /// Returns the path that differs from another in a typing error; `nil` if there is none.
  func nearest(to path: String) -> String? {
    let (folder, name) = Self.parts(of: path)
    // To compare a name with more than these takes too long.
    let near = names[folder] ?? []
    let names = near.count > 500 ? [] : near
    // No other program writes a file's name with an ending, so part of a name is near enough. Any
    // other name is as near to one of a letter or two.
    let found =
      name.contains(".")
      ? Suggestion.nearest(to: name, among: names)
      : name.count > 2 ? Suggestion.misspelled(name, among: names) : nil
    if let found { return Self.path(folder, found) }
    let parts = folder.split(separator: "/")
    let others = (folders[name] ?? []).filter { other in
      let own = other.split(separator: "/")
      let differing = zip(parts, own).filter { $0 != $1 }
      guard parts.count == own.count, differing.count == 1 else { return false }
      return Suggestion.misspelled(String(differing[0].0), among: [String(differing[0].1)]) != nil
    }
    return others.min().map { Self.path($0, name) }
  }

  /// Whether a path is below a folder.
  func hasFolder(_ path: String) -> Bool { names[path] != nil }

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

extension SiteMap {
  /// Returns the only page whose address ends in a path, as on sites where the address of a folder
  /// begins differently.
  func page(endingIn path: String) -> Int? {
    let path = Self.address(of: Self.otherPath(path))
    guard !path.isEmpty else { return nil }
    let found = Set(known.pages.paths(endingIn: path).compactMap { page(like: $0) })
    return found.count == 1 ? found.first : nil
  }

  /// Returns the page or file that an author may have meant, as authors write it.
  func nearest(to path: String) -> String? {
    let address = Self.address(of: Self.otherPath(path))
    guard let found = known.pages.nearest(to: address) else { return known.files.nearest(to: path) }
    return page(like: found).map { Self.address(of: pages[$0].path) + "/" } ?? "\(found)/"
  }

  /// Whether a page or file is below a folder.
  func hasFolder(_ path: String) -> Bool {
    known.pages.hasFolder(Self.otherPath(path)) || known.files.hasFolder(path)
  }

  /// Returns a path as in links: `guides/login` for `guides/login/index.html` and
  /// `guides/login.md`.
  static func address(of path: String) -> String {
    var parts = path.split(separator: "/")
    if let last = parts.popLast() {
      let name = [".html", ".md", ".markdown"].first(where: last.hasSuffix).map {
        last.dropLast($0.count)
      }
      if name != "index" { parts.append(name ?? last) }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the files that authors link to: without those of the theme.
  static func authors(_ files: Set<String>) -> Set<String> {
    files.filter { !$0.hasPrefix(SiteRenderer.themeFolder + "/") }
  }
}

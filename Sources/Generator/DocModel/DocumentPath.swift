/// What the path of a document says about its page.
public enum DocumentPath {
  /// Returns a path without `.md` or `.markdown`.
  public static func withoutEnding(_ path: String) -> Substring {
    let ending = [".md", ".markdown"].first(where: path.hasSuffix) ?? ""
    return path.dropLast(ending.count)
  }

  /// Returns the file's name without its ending if the document is the page of its folder: `index`,
  /// Hugo's `_index` or `README`; `nil` for other documents.
  public static func folderPage(of path: String) -> String? {
    let path = withoutEnding(path).utf8
    let start = path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex
    let name = Substring(path[start...])
    return folderPages.contains(name) ? String(name) : nil
  }

  private static let folderPages: Set<Substring> = ["index", "_index", "README"]
}

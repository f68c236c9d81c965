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
    let path = withoutEnding(path)
    return ["index", "_index", "README"].first {
      path.hasSuffix($0) && (path.utf8.count == $0.utf8.count || path.hasSuffix("/" + $0))
    }
  }
}

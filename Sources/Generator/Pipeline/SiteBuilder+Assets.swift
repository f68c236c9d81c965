import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import Foundation

extension SiteBuilder {
  /// Returns the author's other files, with the sizes of images, and those that a build makes.
  func copied(_ sources: SiteSources, with archives: [RenderedFile]) -> [CopiedFile] {
    let assets = sources.assets.concurrentMap { path in
      let source = "content/\(path)"
      let bytes =
        ImageFile.isImage(path)
        ? try? Data(contentsOf: options.root.appending(path: source), options: .alwaysMapped) : nil
      return CopiedFile(path: path, source: source, size: bytes.flatMap { ImageSize(of: $0) })
    }
    return assets + archives.map { CopiedFile(path: $0.path, source: "content/\($0.path)") }
  }

  /// Writes the author's other files, and reads only those that may have changed since the last
  /// build: they can be much larger than all pages.
  ///
  /// - Parameter earlier: the records of the last build, by path.
  /// - Returns: the records of files that can't change without a new state.
  /// - Throws: `SiteReader.ReadError`.
  func writeAssets(
    of sources: SiteSources, earlier: [String: PageRecord],
    to write: @Sendable (SiteFile) -> Void
  ) throws -> [String: PageRecord] {
    let reader = SiteReader(root: options.root)
    let written = sources.assets.concurrentMap { path in
      Result { () throws(SiteReader.ReadError) -> (String, PageRecord)? in
        let source = "content/\(path)"
        let state = sources.states[source]
        if let state, let known = earlier[path], let size = known.sizeOfCopy(in: state) {
          write(.unchanged(path, size: size))
          return (path, known)
        }
        let file = RenderedFile(path: path, bytes: try reader.bytes(source))
        write(.new(file))
        return state.map { (path, PageRecord(ofCopy: file, in: $0)) }
      }
    }
    let records = try written.compactMap { try $0.get() }
    return Dictionary(records) { first, _ in first }
  }
}

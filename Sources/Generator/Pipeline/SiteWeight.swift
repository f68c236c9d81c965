import DocgenDocModel
import DocgenGround
import DocgenGzip
import DocgenSiteRendering
import Foundation

/// What readers of a site download, compressed: its largest page, the theme's style sheets and
/// scripts, and a search with results from as many files as possible.
struct SiteWeight {
  /// Files of which the largest count.
  private enum Kind: CaseIterable {
    case page, css, javascript, index, words, sections

    /// The number of files that count; `nil` for all.
    var count: Int? {
      switch self {
      case .page, .words: 1
      case .sections: 12
      case .css, .javascript, .index: nil
      }
    }

    init?(_ path: String) {
      if path.hasSuffix(".json"), path.contains(bytesOf: ".search-") {
        self = .sections
      } else if path.hasPrefix("search/words-") {
        self = .words
      } else if path == "search/index.json" {
        self = .index
      } else if path.hasSuffix(".html") {
        if path.hasPrefix("transcripts/") { return nil }
        self = .page
      } else if path.hasPrefix("theme/"), path.hasSuffix(".css") {
        self = .css
      } else if path.hasPrefix("theme/"), path.hasSuffix(".js") {
        self = .javascript
      } else {
        return nil
      }
    }
  }

  private struct File {
    let path: String
    let size: Int
    /// Read when first used, because few of the files that are added count at the end.
    let bytes: Lazy<[UInt8]>
    let compressedSize: Lazy<Int>
  }

  /// The files that count so far, the largest first.
  private var files: [Kind: [File]] = [:]

  /// Adds a file.
  ///
  /// - Parameter site: the site of the last build, which has the unchanged files.
  mutating func add(_ file: SiteFile, of site: SiteWriter?) {
    @Sendable func old(_ path: String) -> [UInt8] {
      site.flatMap { try? [UInt8](contentsOf: $0.path(of: path)) } ?? []
    }
    switch file {
    case .new(let file): add(file.path, size: file.bytes.count) { file.bytes }
    case .unchanged(let path, let size): add(path, size: size) { old(path) }
    }
  }

  private mutating func add(
    _ path: String, size: Int, bytes: @escaping @Sendable () -> [UInt8]
  ) {
    guard let kind = Kind(path) else { return }
    let known = files[kind] ?? []
    let place = known.firstIndex { ($0.size, path) < (size, $0.path) } ?? known.count
    guard place < kind.count ?? .max else { return }
    let bytes = Lazy(make: bytes)
    let file = File(
      path: path, size: size, bytes: bytes,
      compressedSize: Lazy { GzipEncoder.encode(bytes.value).count })
    files[kind, default: []].insert(file, at: place)
    if let count = kind.count, known.count == count { files[kind]?.removeLast() }
  }

  /// Reads the files that count, before others may take their places.
  func readFiles() {
    for file in files.values.joined() { _ = file.bytes.value }
  }

  /// The weights, for readers of a build's output.
  var line: String {
    "compressed: largest page \(kilobytes(of: .page)) (\(largestPage)), "
      + "CSS \(kilobytes(of: .css)), JavaScript \(kilobytes(of: .javascript)), "
      + "search \(kilobytes(of: .search))"
  }

  /// Returns an error for each limit that the site exceeds.
  func problems(_ limits: [SiteConfiguration.Limit]) -> [Diagnostic] {
    limits.filter { weight(of: $0.part) > $0.kilobytes * 1_000 }.map { limit in
      var diagnostic = Diagnostic(
        .overBudget(limit, weight: kilobytes(of: limit.part)), at: limit.location)
      if limit.part == .page { diagnostic.notes = [.init("the largest page is '\(largestPage)'")] }
      return diagnostic
    }
  }

  private var largestPage: String { files[.page]?.first?.path ?? "" }

  private func weight(of part: SiteConfiguration.Limit.Part) -> Int {
    let kinds: [Kind] =
      switch part {
      case .page: [.page]
      case .css: [.css]
      case .javascript: [.javascript]
      case .search: [.index, .words, .sections]
      }
    return kinds.flatMap { files[$0] ?? [] }.reduce(0) { $0 + $1.compressedSize.value }
  }

  private func kilobytes(of part: SiteConfiguration.Limit.Part) -> String {
    "\((Double(weight(of: part)) / 1000).text(decimals: 1)) kB"
  }
}

extension Diagnostic.Message {
  static func overBudget(_ limit: SiteConfiguration.Limit, weight: String) -> Self {
    Self(
      .overBudget,
      "the site's '\(limit.part.rawValue)' weighs \(weight), more than \(limit.kilobytes) kB; make "
        + "it smaller, or raise the budget")
  }
}

import DocgenDocModel
import DocgenGround
import DocgenGzip

/// What readers of a site download, compressed.
struct SiteWeight {
  private var bytes: [SiteConfiguration.Limit.Part: Int] = [:]
  private var largestPage = ""

  /// Weighs a site: its largest page, the theme's style sheets and scripts, and a search with results
  /// from as many files as possible.
  init(of files: [RenderedFile]) {
    func weight(_ files: [RenderedFile]) -> Int {
      files.reduce(0) { $0 + GzipEncoder.encode($1.bytes).count }
    }
    func largest(_ count: Int, of files: [RenderedFile]) -> [RenderedFile] {
      Array(files.sorted { ($1.bytes.count, $0.path) < ($0.bytes.count, $1.path) }.prefix(count))
    }
    let theme = files.filter { $0.path.hasPrefix("theme/") }
    let page = largest(
      1, of: files.filter { $0.path.hasSuffix(".html") && !$0.path.hasPrefix("transcripts/") })
    largestPage = page.first?.path ?? ""
    bytes[.page] = weight(page)
    bytes[.css] = weight(theme.filter { $0.path.hasSuffix(".css") })
    bytes[.javascript] = weight(theme.filter { $0.path.hasSuffix(".js") })
    let index = files.filter { $0.path.hasPrefix("search/") && $0.path.hasSuffix(".json") }
    let words = index.filter { $0.path.hasPrefix("search/words-") }
    let sections = index.filter { $0.path.hasPrefix("search/sections-") }
    bytes[.search] = weight(
      index.filter { $0.path == "search/index.json" } + largest(1, of: words)
        + largest(12, of: sections))
  }

  /// The weights, for readers of a build's output.
  var line: String {
    "compressed: largest page \(kilobytes(of: .page)) (\(largestPage)), "
      + "CSS \(kilobytes(of: .css)), JavaScript \(kilobytes(of: .javascript)), "
      + "search \(kilobytes(of: .search))"
  }

  /// Returns an error for each limit that the site exceeds.
  func problems(_ limits: [SiteConfiguration.Limit]) -> [Diagnostic] {
    limits.filter { bytes[$0.part, default: 0] > $0.kilobytes * 1_000 }.map { limit in
      var diagnostic = Diagnostic(
        .overBudget(limit, weight: kilobytes(of: limit.part)), at: limit.location)
      if limit.part == .page { diagnostic.notes = [.init("the largest page is '\(largestPage)'")] }
      return diagnostic
    }
  }

  private func kilobytes(of part: SiteConfiguration.Limit.Part) -> String {
    let tenths = (bytes[part, default: 0] + 50) / 100
    return "\(tenths / 10).\(tenths % 10) kB"
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

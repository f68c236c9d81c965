import DocgenDocModel
import DocgenDrawing

/// The picture that other sites show with a link to a page (<https://ogp.me>): the page's title,
/// the site's name and its accent.
enum SharePicture {
  static let (width, height) = (1200, 630)
  private static let (margin, leading) = (88, 92)

  /// The shades of text on the light theme's background; the accent is the last color.
  private static let shades = (0..<255).map { shade in
    Color(0xFFFFFF).mixed(with: Color(0x1B2230), part: Double(shade) / 254).value
  }

  /// Returns the path of a page's picture: `pictures/guide/index.png` for `guide/index.html`; `nil`
  /// if the font lacks letters of the title, and the site has no picture of its own there.
  static func path(of page: SiteMap.Page, on site: SiteMap) -> String? {
    let path = "pictures/\(MarkdownCopy.path(of: page).dropLast(2))png"
    return drawable(page.title) != nil || site.assets.contains(path) ? path : nil
  }

  /// Returns a text without emoji; `nil` if DejaVu Sans lacks others of its letters, as those of
  /// Chinese.
  private static func drawable(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { $0.isASCII || !$0.properties.isEmojiPresentation }
    let isDrawable = scalars.allSatisfy { scalar in
      scalar.value < 0x900 || (0x1E00..<0x2E80).contains(scalar.value)
        || (0xFE00..<0xFE10).contains(scalar.value)
    }
    return isDrawable ? String(String.UnicodeScalarView(scalars)) : nil
  }

  /// Returns the picture of a page; `nil` if the font lacks letters of its title.
  static func file(
    of page: SiteMap.Page, on map: SiteMap, configuration: SiteConfiguration
  ) -> RenderedFile? {
    guard let path = path(of: page, on: map), let title = drawable(page.title) else {
      return nil
    }
    let picture = Picture(width: width, height: height)
    func write(_ text: String, atMost count: Int, around y: Int, size: Int, color: UInt8) {
      let lines = lines(of: text, atMost: count, size: size, on: picture)
      for (number, line) in lines.enumerated() {
        let y = y + (2 * number - lines.count + 1) * leading / 2
        picture.write(line, x: margin, y: y, size: size, color: color)
      }
    }
    picture.fillColumn(width: 28, color: 255)
    write(title, atMost: 3, around: height / 2, size: 68, color: 254)
    let site = drawable(configuration.title) ?? ""
    write(site, atMost: 1, around: height - margin, size: 34, color: 190)
    let accent = configuration.accent?.light ?? Color(0x0B5CBA)
    return RenderedFile(path: path, bytes: picture.png(colors: shades + [accent.value]))
  }

  /// Breaks text into lines that fit; an ellipsis replaces the rest.
  private static func lines(
    of text: String, atMost count: Int, size: Int, on picture: borrowing Picture
  ) -> [String] {
    func fits(_ line: String) -> Bool {
      picture.width(of: line, size: size) <= Double(width - 2 * margin)
    }
    // More never fits, and takes long to measure.
    var words = String(text.unicodeScalars.prefix(300)).split(whereSeparator: \.isWhitespace)[...]
    var lines: [String] = []
    while lines.count < count, var line = words.popFirst().map(String.init) {
      while let next = words.first, fits("\(line) \(next)") { line += " \(words.removeFirst())" }
      if lines.count + 1 == count, !words.isEmpty { line += " …" }
      while !fits(line), line.count > 1 {
        line = line.dropLast(line.hasSuffix("…") ? 2 : 1) + "…"
      }
      lines.append(line)
    }
    return lines
  }
}

import DocgenDocModel
import DocgenDrawing

/// The picture that other sites show with a link to a page (<https://ogp.me>): the page's title, the
/// site's name and its accent.
enum SharePicture {
  static let (width, height) = (1200, 630)
  private static let (margin, leading) = (88, 92)

  /// The shades of text on the light theme's background; the accent is the last color.
  private static let shades = (0..<255).map { shade in
    Color(0xFFFFFF).mixed(with: Color(0x1B2230), part: Double(shade) / 254).value
  }

  /// Returns the path of a page's picture: `pictures/guide/index.png` for `guide/index.html`.
  static func path(of page: SiteMap.Page) -> String {
    "pictures/\(MarkdownCopy.path(of: page).dropLast(2))png"
  }

  /// Returns the picture of a page.
  static func file(of page: SiteMap.Page, configuration: SiteConfiguration) -> RenderedFile {
    let picture = Picture(width: width, height: height)
    func write(_ text: String, atMost count: Int, around y: Int, size: Int, color: UInt8) {
      let lines = lines(of: text, atMost: count, size: size, on: picture)
      for (number, line) in lines.enumerated() {
        let y = y + (2 * number - lines.count + 1) * leading / 2
        picture.write(line, x: margin, y: y, size: size, color: color)
      }
    }
    picture.fillColumn(width: 28, color: 255)
    write(page.title, atMost: 3, around: height / 2, size: 68, color: 254)
    write(configuration.title, atMost: 1, around: height - margin, size: 34, color: 190)
    let accent = configuration.accent?.light ?? Color(0x0B5CBA)
    return RenderedFile(path: path(of: page), bytes: picture.png(colors: shades + [accent.value]))
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

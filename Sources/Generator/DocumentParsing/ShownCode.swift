import DocgenDocModel
import DocgenGround

/// The lines of a sample that a page shows, and those among them that are folded.
///
/// `// hide` folds the lines after it, up to `// show` or the end; shell uses `#` instead of `//`.
/// Comments that name regions aren't shown.
struct ShownCode: Sendable, Hashable {
  private(set) var lines: [Sample.Line] = []
  private(set) var folds: [Range<Int>] = []

  /// Creates the visible lines of some code with markers.
  init(_ code: [Sample.Line], in language: Sample.Language) {
    var foldStart: Int?
    for (line, marker) in zip(code, CodeMarker.markers(in: code, language: language)) {
      switch marker {
      case .hide: foldStart = foldStart ?? lines.count
      case .show:
        foldStart.map { addFold(from: $0) }
        foldStart = nil
      case .region, .slice, .endRegion: break
      case nil: lines.append(line)
      }
    }
    foldStart.map { addFold(from: $0) }
  }

  private mutating func addFold(from start: Int) {
    if start < lines.count { folds.append(start..<lines.count) }
  }

  /// Removes the indentation that all lines have in common.
  mutating func removeCommonIndentation() {
    func indentation(_ line: Sample.Line) -> [UInt8] {
      Array(line.text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    }
    let written = lines.filter { indentation($0).count < $0.text.utf8.count }.map(indentation)
    let common = written.dropFirst().reduce(written.first ?? []) { common, next in
      zip(common, next).prefix { $0 == $1 }.map(\.0)
    }
    for index in lines.indices {
      let removed = zip(common, lines[index].text.utf8).prefix { $0 == $1 }.count
      lines[index].text.removeFirst(removed)
      lines[index].removedColumns += removed
    }
  }
}

/// The named parts of a file.
struct CodeRegions: Sendable, Hashable {
  /// The lines between the markers of each region, by its name.
  private var lines: [String: [Sample.Line]] = [:]
  /// The regions without an end, and the line that each begins on.
  private(set) var open: [String: Int] = [:]
  /// The regions that begin more than once, and the line of the second time.
  private(set) var repeated: [String: Int] = [:]

  /// Finds the regions in some lines.
  init(_ code: [Sample.Line], in language: Sample.Language) {
    var inside: [String] = []
    var slice: String?
    for (line, marker) in zip(code, CodeMarker.markers(in: code, language: language)) {
      switch marker {
      case .region(let name), .slice(let name):
        if case .slice = marker {
          inside.removeAll { $0 == slice }
          slice = name
        } else {
          open[name] = line.number
        }
        inside.append(name)
        if lines.updateValue(lines[name] ?? [], forKey: name) != nil {
          repeated[name] = repeated[name] ?? line.number
        }
      case .endRegion(let name):
        let index = name.map { inside.lastIndex(of: $0) } ?? inside.indices.last
        if let index { open[inside.remove(at: index)] = nil }
      default:
        for name in Set(inside) { lines[name, default: []].append(line) }
      }
    }
  }

  /// Returns the lines of a region, without empty ones at its ends.
  func code(of name: String) -> [Sample.Line]? {
    lines[name].map { lines in
      lines.drop { $0.text.isBlank }.reversed().drop { $0.text.isBlank }.reversed()
    }
  }

  /// The names, in alphabetical order.
  var names: [String] { lines.keys.sorted() }
}

import Foundation

/// Writes a Swift file that contains other files as literals: `theme-embedder OUTPUT FILE…`.
var source = """
  extension BuiltInTheme {
    /// Every file of the theme: its name and its text.
    static let texts: [(name: String, text: String)] = [

  """
for path in CommandLine.arguments.dropFirst(2) {
  let file = URL(filePath: path)
  let text = try String(contentsOf: file, encoding: .utf8)
  let literal = text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  source += "    (name: \"\(file.lastPathComponent)\", text: \"\(literal)\"),\n"
}
source += "  ]\n}\n"
try source.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)

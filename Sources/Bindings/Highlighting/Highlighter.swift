public import Foundation

/// Highlights code at build time: splits it into tokens and renders them as HTML.
///
/// docgen's own lexer tokenizes Swift, GNU source-highlight all other languages. Any task can use a
/// highlighter.
public struct Highlighter: Sendable {
  /// The maximum length of a highlighted block, in bytes of UTF-8; a longer one stays plain.
  public static let maximumBytes = 200_000

  private let languageFiles: LanguageFileEngines

  /// Creates a highlighter.
  ///
  /// - Parameters:
  ///   - languageFiles: source-highlight's folder of language files.
  ///   - temporaryFolder: A folder for our own language files while they are loaded.
  public init(
    languageFiles: URL = Self.installedLanguageFiles,
    temporaryFolder: URL = FileManager.default.temporaryDirectory
  ) throws(HighlighterError) {
    let probe = languageFiles.appendingPathComponent("default.lang").path
    guard FileManager.default.isReadableFile(atPath: probe) else {
      throw .noLanguageFiles(folder: languageFiles.path)
    }
    self.languageFiles = try LanguageFileEngines(
      installedFiles: languageFiles, temporaryFolder: temporaryFolder)
  }

  /// The folder of source-highlight's language files in Debian's or Homebrew's package.
  public static let installedLanguageFiles: URL = {
    let folders = ["/usr", "/usr/local", "/opt/homebrew"].map { "\($0)/share/source-highlight" }
    let found = folders.first { FileManager.default.fileExists(atPath: $0) }
    return URL(fileURLWithPath: found ?? folders[0])
  }()

  /// The files outside this program that affect highlighting.
  ///
  /// source-highlight's library isn't listed; it is installed together with its language files.
  public var files: [String] { languageFiles.files }

  /// Splits a code block into tokens, or returns the reason why it stays plain.
  ///
  /// The concatenated texts of the tokens equal `code`, byte for byte.
  public func highlight(_ code: String, language: String) -> HighlightedCode {
    guard let language = Self.language(named: language) else {
      return HighlightedCode(code: code, plain: .unknownLanguage(language))
    }
    guard code.utf8.count <= Self.maximumBytes else {
      return HighlightedCode(
        code: code, plain: .tooLong(bytes: code.utf8.count, limit: Self.maximumBytes))
    }
    do throws(EngineError) {
      return HighlightedCode(try highlight(code, as: language))
    } catch {
      return HighlightedCode(code: code, plain: error.plainReason)
    }
  }

  private func highlight(_ code: String, as language: Language) throws(EngineError) -> MarkedCode {
    switch language.grammar {
    case .none:
      return MarkedCode(code: code)
    case .swift:
      return SwiftHighlighter(code: code).highlight()
    case .http:
      return try HTTPMessageHighlighter(code: code).highlight {
        body, mediaType throws(EngineError) in
        guard let language = Language.byMediaType(mediaType) else { return MarkedCode(code: body) }
        return try highlight(body, as: language)
      }
    case .file(let file):
      return try languageFiles.highlight(code, by: file, kinds: language.kinds)
    }
  }
}

extension Highlighter {
  /// Returns the language of a name or alias, ignoring case.
  static func language(named name: String) -> Language? {
    Language.byName[name] ?? Language.byName[name.lowercased()]
  }
}

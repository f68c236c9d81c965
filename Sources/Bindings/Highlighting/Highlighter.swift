public import Foundation

/// Colours code at build time: names every piece of a block by its kind, and writes it as HTML.
///
/// Swift is cut by the toolchain's sourcekitd, other languages by GNU source-highlight. May be
/// used from many tasks at once; blocks of code then take turns.
public struct Highlighter: Sendable {
  /// The longest block that is coloured, in bytes of UTF-8; a longer one stays plain.
  public static let maximumBytes = 200_000

  private let languageFiles: LanguageFileEngine
  private let sourceKit: LazySourceKit

  /// Creates a highlighter.
  ///
  /// - Parameters:
  ///   - sourcekit: The toolchain's `libsourcekitdInProc.so`; opened when the first block of Swift
  ///     comes. Without it, or when it can't be opened, `swiftEngine` says what is used instead.
  ///   - languageFiles: source-highlight's folder of language files.
  ///   - temporaryFolder: Where a language file of ours lies for the moment of its loading.
  public init(
    sourcekit: URL?, languageFiles: URL = Self.installedLanguageFiles,
    temporaryFolder: URL = FileManager.default.temporaryDirectory
  ) throws(HighlighterError) {
    let probe = languageFiles.appendingPathComponent("default.lang").path
    guard FileManager.default.isReadableFile(atPath: probe) else {
      throw .noLanguageFiles(folder: languageFiles.path)
    }
    self.languageFiles = try LanguageFileEngine(
      installedFiles: languageFiles, temporaryFolder: temporaryFolder)
    sourceKit = LazySourceKit(library: sourcekit)
  }

  /// Where Debian's package, or Homebrew's, puts source-highlight's language files.
  public static let installedLanguageFiles: URL = {
    let places = ["/usr", "/usr/local", "/opt/homebrew"].map { "\($0)/share/source-highlight" }
    let found = places.first { FileManager.default.fileExists(atPath: $0) }
    return URL(fileURLWithPath: found ?? places[0])
  }()

  /// What colours Swift; opens sourcekitd if no block of Swift has come yet.
  public var swiftEngine: SwiftEngine { sourceKit.name }

  /// The files beside this program that decide how code is coloured.
  ///
  /// The library that reads the language files is installed together with them.
  public var files: [String] { sourceKit.files + languageFiles.files }

  /// Cuts a block of code into tokens, or says why it stays plain.
  ///
  /// The tokens' texts, joined, are `code`, byte by byte.
  public func highlight(_ code: String, language: String) -> HighlightedCode {
    guard let language = Self.language(named: language) else {
      return HighlightedCode(code: code, plain: .unknownLanguage(language))
    }
    guard code.utf8.count <= Self.maximumBytes else {
      return HighlightedCode(
        code: code, plain: .tooLong(bytes: code.utf8.count, limit: Self.maximumBytes))
    }
    do throws(EngineError) {
      return HighlightedCode(code: code, tokens: try paint(code, as: language).tokens)
    } catch {
      return HighlightedCode(code: code, plain: error.plainReason)
    }
  }

  /// The tokens of a block; `nil` when the language is unknown or the block stays plain for
  /// another reason, which `highlight(_:language:)` gives.
  public func tokens(in code: String, language: String) -> [Token]? {
    highlight(code, language: language).tokens
  }

  /// The HTML of a block: spans of class `tok-KIND`, or only escaped text when it stays plain.
  public func html(for code: String, language: String) -> String {
    highlight(code, language: language).html
  }

  private func paint(_ code: String, as language: Language) throws(EngineError) -> Painting {
    switch language.grammar {
    case .none:
      return Painting(code: code)
    case .swift:
      return try paintSwift(code)
    case .http:
      return try HTTPMessagePainter(code: code).paint { body, mediaType throws(EngineError) in
        guard let language = Language.byMediaType(mediaType) else { return Painting(code: body) }
        return try paint(body, as: language)
      }
    case .file(let file):
      return try languageFiles.paint(code, by: file, kinds: language.kinds)
    }
  }

  private func paintSwift(_ code: String) throws(EngineError) -> Painting {
    switch sourceKit.engine {
    case .success(let engine):
      return try engine.paint(code)
    case .failure:
      let file = Language.embeddedFile("swift", Language.swiftText)
      return try languageFiles.paint(code, by: file)
    }
  }
}

import Foundation
import Testing

@testable import Highlighting

@Suite struct EngineTests {
  @Test("the toolchain's sourcekitd colours Swift") func sourcekit() throws {
    guard case .sourcekit(let library) = try Highlighter.withSourceKit.get().swiftEngine else {
      Issue.record("no sourcekitd was found through PATH")
      return
    }
    #expect(library.contains("sourcekitdInProc"))
  }

  @Test("a missing sourcekitd is named, and Swift still has colours") func missingLibrary() throws {
    let path = "/nowhere/usr/lib/libsourcekitdInProc.so"
    #expect(
      Highlighter.sourcekitLibrary(inToolchain: URL(fileURLWithPath: "/nowhere")).path
        .hasPrefix("/nowhere/usr/lib/"))
    let highlighter = try Highlighter(sourcekit: URL(fileURLWithPath: path))
    guard case .languageFile(let reason) = highlighter.swiftEngine else {
      Issue.record("a library that isn't there was opened")
      return
    }
    #expect(reason.contains(path))
    #expect(highlighter.tokens(in: "let", language: "swift")?.map(\.kind) == [.keyword])
    #expect(
      try Highlighter(sourcekit: nil).swiftEngine
        == .languageFile(reason: "no toolchain was given"))
  }

  @Test("missing language files are an error that names the folder") func missingFiles() {
    #expect(throws: HighlighterError.noLanguageFiles(folder: "/nowhere")) {
      try Highlighter(sourcekit: nil, languageFiles: URL(fileURLWithPath: "/nowhere"))
    }
  }

  @Test("a block over the limit stays plain and says so") func tooLong() throws {
    let highlighter = try Highlighter.withSourceKit.get()
    let code = String(repeating: "int a = 1\n", count: Highlighter.maximumBytes / 10)
    #expect(highlighter.tokens(in: code, language: "java") != nil)
    let highlighted = highlighter.highlight(code + "\n", language: "java")
    #expect(
      highlighted.plainReason
        == .tooLong(bytes: Highlighter.maximumBytes + 1, limit: Highlighter.maximumBytes))
    #expect(highlighted.html == code + "\n")
  }

  @Test(
    "a line that would take too long stays plain and says so",
    arguments: ["javascript", "java", "cpp", "yaml"])
  func tooComplex(language: String) throws {
    let code = String(repeating: "+ a ", count: 20_000)
    let highlighted = try Highlighter.withSourceKit.get().highlight(code, language: language)
    guard case .tooComplex = highlighted.plainReason else {
      Issue.record("got \(highlighted.dump.prefix(100))")
      return
    }
    #expect(highlighted.html == code)
  }

  /// Each of these takes minutes, or the whole process, when it reaches sourcekitd.
  @Test(
    "Swift that its parser can't bear stays plain and says so",
    arguments: [
      ("[", 40, "'['"), ("#if a\n", 1000, "'#if'"), ("if #", 1000, "'#if'"),
      ("a<(", 40_000 / 3, "brackets"), ("let a = 1\n", 6000, "bytes"),
    ])
  func deepSwift(piece: String, count: Int, reason: String) throws {
    let code = String(repeating: piece, count: count)
    let highlighted = try Highlighter.withSourceKit.get().highlight(code, language: "swift")
    guard case .tooComplex(let given) = highlighted.plainReason else {
      Issue.record("got \(highlighted.dump.prefix(100))")
      return
    }
    #expect(given.contains(reason))
  }

  @Test("Swift nested as deeply as people nest it has colours") func nestedSwift() throws {
    let open = String(repeating: "f({ [", count: 15)
    let close = String(repeating: "] })", count: 15)
    let code = String(repeating: open + close + "\n", count: 20)
    #expect(try Highlighter.withSourceKit.get().tokens(in: code, language: "swift") != nil)
  }

  @Test("no temporary file is left behind") func temporaryFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("highlighting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let highlighter = try Highlighter(sourcekit: nil, temporaryFolder: folder)
    for language in ["json", "swift", "json"] {
      #expect(highlighter.tokens(in: "true", language: language)?.map(\.kind) == [.keyword])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("a folder that can't be written is reported") func unwritableFolder() throws {
    let highlighter = try Highlighter(
      sourcekit: nil, temporaryFolder: URL(fileURLWithPath: "/dev/null/nowhere"))
    guard
      case .engineFailed(let reason) = highlighter.highlight("1", language: "json").plainReason
    else {
      Issue.record("there can't have been a language file")
      return
    }
    #expect(reason.contains("folder"))
  }

  @Test(
    "a wrong language file is an error with its line",
    arguments: [
      ("keyword = \"a\"\nkeyword = (", "line 2"), ("keyword = '['", "line 1"),
      ("include \"nothing.lang\"", "nothing.lang"),
    ])
  func wrongLanguageFile(text: String, expected: String) throws {
    let engine = try LanguageFileEngine(
      installedFiles: Highlighter.installedLanguageFiles,
      temporaryFolder: FileManager.default.temporaryDirectory)
    let error = #expect(throws: EngineError.self) {
      try engine.highlight("a", by: .embedded(name: "wrong.lang", text: text))
    }
    guard case .failed(let reason) = error else { return }
    #expect(reason.contains(expected))
  }
}

import Foundation
import Synchronization
import Testing

@testable import DocgenHighlighting

@Suite struct EngineTests {
  @Test("missing language files are an error that names the folder") func missingFiles() {
    #expect(throws: HighlighterError.noLanguageFiles(folder: "/nowhere")) {
      try Highlighter(languageFiles: URL(fileURLWithPath: "/nowhere"))
    }
  }

  @Test("a block over the limit stays plain and says so") func tooLong() throws {
    let highlighter = try Highlighter.shared.get()
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
    let highlighted = try Highlighter.shared.get().highlight(code, language: language)
    guard case .tooComplex = highlighted.plainReason else {
      Issue.record("got \(highlighted.dump.prefix(100))")
      return
    }
    #expect(highlighted.html == code)
  }

  @Test("a line that was seen before has the tokens of its place") func knownLines() throws {
    let highlighter = try Highlighter()
    let line = "int a = 1;"
    for _ in 1...2 {
      let tokens = highlighter.tokens(in: "\(line)\n/*\n\(line)\n*/\n\(line)", language: "c")
      #expect(tokens?.filter { $0.text.contains("int") }.map(\.kind) == [.type, .comment, .type])
    }
    // In another language it is another line.
    #expect(highlighter.tokens(in: line, language: "text")?.map(\.kind) == [.plain])
  }

  @Test(
    "many threads highlight as one does",
    arguments: [
      ["java": "/* b\n*/ String c = \"d\\n\";", "json": "{\"a\": [\"b\\\"\", 1, true]}"],
      // The library makes new states for these while it highlights them.
      ["lua": "[==[ b ]]\n]] ]==] --[=[ ]] ]=] c", "rust": "let a = r##\"b \"# c\"##; // d"],
    ])
  func manyThreads(code: [String: String]) throws {
    // A line that is known would be highlighted once.
    let blocks = (0..<500).flatMap { number in code.map { ($0.key, "\(number) \($0.value)") } }
    let alone = try Highlighter()
    let expected = blocks.map { alone.html(for: $0.1, language: $0.0) }
    let highlighter = try Highlighter()
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: blocks.count) { index in
      let html = highlighter.html(for: blocks[index].1, language: blocks[index].0)
      if html != expected[index] { wrong.withLock { $0.append(html) } }
    }
    #expect(wrong.withLock(\.self) == [])
  }

  /// Each of these ended the process, or took minutes, in a parser of the compiler's.
  @Test(
    "Swift that parsers can't bear has tokens too",
    arguments: [
      ("@A(b: { $0 })\nvar a: Int\n", 1), ("[", 100_000), ("#if a\n", 20_000), ("if #", 30_000),
      ("a<(", 60_000), ("\"\\(", 60_000), ("/", 200_000), ("/*", 100_000), ("(/\\", 60_000),
    ])
  func awkwardSwift(piece: String, count: Int) throws {
    let code = String(repeating: piece, count: count)
    let tokens = try Highlighter.shared.get().tokens(in: code, language: "swift")
    #expect(tokens?.map { String($0.text) }.joined() == code)
  }

  @Test("no temporary file is left behind") func temporaryFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("highlighting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let highlighter = try Highlighter(temporaryFolder: folder)
    for language in ["json", "swift", "json"] {
      #expect(highlighter.tokens(in: "true", language: language)?.map(\.kind) == [.keyword])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("a folder that can't be written is reported") func unwritableFolder() throws {
    let highlighter = try Highlighter(
      temporaryFolder: URL(fileURLWithPath: "/dev/null/nowhere"))
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

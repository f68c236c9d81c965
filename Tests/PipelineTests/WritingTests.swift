import DocgenDocModel
import DocgenGzip
@testable import DocgenPipeline
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

/// Files that can't be written.
@Suite struct DocumentWriterTests {
  @Test func namesAFileThatIsGone() throws {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n", to: "content/index.md")
    let writer = DocumentWriter(root: folder.url)
    #expect(throws: EnvironmentError.self) {
      try writer.replace("content/gone/page.md", from: [], with: [])
    }
    let error = #expect(throws: (any Error).self) { try writer.bytes(of: "content/gone.md") }
    #expect(
      error.map { "\($0)" } == "cannot read 'content/gone.md': No such file or directory")
  }

  @Test func neverWritesOutsideTheRoot() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "other.md")
    try folder.write("# Home\n", to: "root/index.md")
    let root = folder.url.appending(path: "root")
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: "link.md").path, withDestinationPath: "../other.md")
    for path in ["link.md", "../other.md"] {
      #expect(throws: DocumentWriter.Refusal.outside) {
        try DocumentWriter(root: root).replace(path, from: Array("old".utf8), with: [])
      }
    }
    #expect(folder.text("other.md") == "old")
  }

  @Test func keepsPermissionsAndWhatChangedMeanwhile() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "content/a.md")
    let path = folder.url.appending(path: "content/a.md").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let writer = DocumentWriter(root: folder.url)
    try writer.replace("content/a.md", from: Array("old".utf8), with: Array("new".utf8))
    #expect(folder.text("content/a.md") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(throws: DocumentWriter.Refusal.changed) {
      try writer.replace("content/a.md", from: Array("old".utf8), with: Array("other".utf8))
    }
    #expect(folder.text("content/a.md") == "new")
  }

  @Test func leavesReadOnlyFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "content/a.md")
    let path = folder.url.appending(path: "content/a.md").path
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: DocumentWriter.Refusal.readOnly) {
      try DocumentWriter(root: folder.url)
        .replace("content/a.md", from: Array("old".utf8), with: Array("new".utf8))
    }
    #expect(folder.text("content/a.md") == "old")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "content").path)
    #expect(files == ["a.md"])
  }
}

/// Archives are read back as their format (APPNOTE 6.3.3) says, from their end.
@Suite struct ZipArchiveTests {
  @Test func holdsEachFileUnderItsName() throws {
    let files = [
      RenderedFile(path: "README.md", text: "# Trips\n"),
      RenderedFile(path: "Sources/Trips/main.swift", text: "print(\"trips\")\n"),
      RenderedFile(path: "empty", bytes: []),
    ]
    let archive = ZipArchive.bytes(of: files.map { ZipArchive.Entry($0) }, in: "trips")
    let end = archive.count - 22
    #expect(number(archive, end, 4) == 0x0605_4B50)
    #expect(number(archive, end + 10, 2) == files.count)
    var place = number(archive, end + 16, 4)
    #expect(number(archive, end + 12, 4) == end - place)
    for file in files {
      #expect(number(archive, place, 4) == 0x0201_4B50)
      let local = number(archive, place + 42, 4)
      #expect(number(archive, local, 4) == 0x0403_4B50)
      #expect(archive[(local + 4)..<(local + 30)] == archive[(place + 6)..<(place + 32)])
      let nameLength = number(archive, local + 26, 2)
      let name = archive[(local + 30)..<(local + 30 + nameLength)]
      #expect(String(decoding: name, as: UTF8.self) == "trips/\(file.path)")
      let data = archive[(local + 30 + nameLength)...].prefix(number(archive, local + 18, 4))
      // A gzip file of the same data: it is read only if the checksum and the length fit.
      let gzip =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + data + archive[(local + 14)..<(local + 18)]
        + archive[(local + 22)..<(local + 26)]
      #expect(try GzipDecoder.decode(gzip, limit: 1_000) == file.bytes)
      place += 46 + nameLength
    }
    #expect(place == end)
  }

  private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

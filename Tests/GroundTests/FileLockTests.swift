import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

@Suite struct FileLockTests {
  private func isFree(_ file: URL) -> Bool {
    if FileLock(ifFree: file) != nil { true } else { false }
  }

  @Test func isHeldByOneAtATime() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "lock")
    #expect(!isFree(file), "nobody has made it")
    do {
      let held = try FileLock(waitingFor: file)
      #expect(!isFree(file))
      withExtendedLifetime(held) {}
    }
    #expect(isFree(file), "the file is left, its lock is not")
  }

  /// Each finds the number that the one before it has left, although all remove the file.
  @Test func whoWaitsFindsWhatTheOneBeforeLeft() async throws {
    let folder = try TemporaryFolder()
    let (file, count) = (folder.url.appending(path: "lock"), folder.url.appending(path: "count"))
    try Data("0".utf8).write(to: count)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          try await onThread {
            for _ in 0..<50 {
              let lock = try FileLock(waitingFor: file)
              let number = Int(try String(contentsOf: count, encoding: .utf8)) ?? -1
              try Data("\(number + 1)".utf8).write(to: count)
              lock.removeFile()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOf: count, encoding: .utf8) == "400")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func whatCannotBeLockedSaysWhy() throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appending(path: "elsewhere"))
    for file in [link, folder.url.appending(path: "none/lock")] {
      let error = #expect(throws: POSIXError.self) { _ = try FileLock(waitingFor: file) }
      #expect(error?.code == (file == link ? .ELOOP : .ENOENT))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "elsewhere").path))
  }
}

import Foundation
import Testing

@testable import SampleLab

/// How it is seen whether a run is at rest.
@Suite struct RunRestTests {
  /// A program that never rests isn't waited for without end.
  @Test func waitsNoLongerThanItMay() {
    let rest = RunRest(waitLimit: .zero)
    #expect(!rest.wait(isLonely: false) { 0 })
    rest.programEnded()
    #expect(!rest.wait(isLonely: false) { 0 })
  }

  @Test func theTimeLimitComesFromTheSurroundings() {
    #expect(LabSurroundings.timeLimit(["DOCGEN_TIMEOUT": "7"]) == .seconds(7))
    #expect(LabSurroundings.timeLimit([:]) == .seconds(10))
  }

  #if os(Linux)
    @Test func filesAreReadAnewWhileTheyAreOpen() throws {
      var files = KernelFiles()
      let program = Process()
      program.executableURL = URL(filePath: "/bin/cat")
      let input = Pipe()
      program.standardInput = input
      try program.run()
      let path = "/proc/\(program.processIdentifier)/stat"
      #expect(files.text(of: path).hasPrefix("\(program.processIdentifier) ("))
      #expect(files.text(of: "/proc/self/none") == "")
      #expect(files.openCount == 1)
      try input.fileHandleForWriting.close()
      program.waitUntilExit()
      #expect(files.text(of: path) == "")
      #expect(files.openCount == 0)
    }

    @Test func whatIsNotReadAnyMoreIsClosed() {
      var files = KernelFiles()
      #expect(!files.text(of: "/proc/self/stat").isEmpty)
      files.closeUnread()
      #expect(files.openCount == 1)
      files.closeUnread()
      #expect(files.openCount == 0)
    }
  #endif
}

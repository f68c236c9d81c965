import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

struct FileStatesTests {
  @Test func areTheSameOnAnyNumberOfCores() throws {
    let folder = try TemporaryFolder()
    // One folder is larger than the others, and each has another in it.
    for number in 0..<20 {
      for file in 0...(number == 7 ? 30 : 2) {
        try folder.write("\(file)", to: "root/\(number)/inner/\(file)")
        try folder.write("\(file)", to: "root/\(number)/\(file)")
      }
    }
    let root = folder.url.appending(path: "root").path
    let all = [1, 2, 8].map { workers in
      Concurrency.$workers.withValue(workers) {
        var states = FileStates()
        states.add(below: root)
        return states
      }
    }
    #expect(Set(all.map(\.digest)).count == 1)
    #expect(Set(all.map { Set($0.newest) }).count == 1)
    #expect(all[0].newest.contains { $0.hasPrefix("\(root)/19/") })

    // Nothing is missing, and nothing is there twice.
    var rest = all[2]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      rest.remove(fileAt: "\(root)/\(path)")
    }
    #expect(rest.digest == 0)
  }

  @Test func leaveOutWhatIsExcluded() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 { try folder.write("text", to: "root/\(number)/file") }
    let root = folder.url.appending(path: "root").path
    var states = FileStates()
    states.add(below: root, except: ["\(root)/3", "\(root)/4/file"])
    for number in 0..<20 where number != 3 {
      states.remove(fileAt: "\(root)/\(number)")
      if number != 4 { states.remove(fileAt: "\(root)/\(number)/file") }
    }
    #expect(states.digest == 0)
  }
}

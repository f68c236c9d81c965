import DocgenGround
import Dispatch
import Testing

struct SideBySideTests {
  @Test(.timeLimit(.minutes(1)))
  func runsBothAtOnce() {
    let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each waits for the other, also where all cores are taken.
    let results = Array(0..<4).concurrentMap { number in
      SideBySide.results(
        {
          one.signal()
          two.wait()
          return number
        },
        {
          two.signal()
          one.wait()
          return "\(number)"
        })
    }
    #expect(results.map(\.0) == [0, 1, 2, 3])
    #expect(results.map(\.1) == ["0", "1", "2", "3"])
  }
}

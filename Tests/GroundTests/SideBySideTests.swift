import Dispatch
import DocgenGround
import Testing

struct SideBySideTests {
  @Test func runsBothAtOnce() {
    let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each waits for the other, also where all cores are taken.
    let results = Array(0..<4).concurrentMap { number in
      SideBySide.results(
        {
          one.signal()
          return (number, two.wait(timeout: .now() + 60))
        },
        {
          two.signal()
          return one.wait(timeout: .now() + 60)
        })
    }
    #expect(results.map(\.0.0) == [0, 1, 2, 3])
    #expect(results.allSatisfy { $0.0.1 == .success && $0.1 == .success })
  }
}

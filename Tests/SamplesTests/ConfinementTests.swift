import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// What a confined run has that is the same each time.
@Suite(.fewAtOnce) struct ConfinementTests {
  private let page = """
    ```swift runnable
    import Foundation
    let home = NSHomeDirectory()
    print(home, Data(home.utf8).base64EncodedString())
    ```

    ```sh runnable
    pwd; printf %s "$HOME" | base64 -w 0
    ```

    ```sh runnable
    echo /home/database /home/cache /home/sample
    ```
    """

  /// Readers see the same path everywhere, and what a sample makes of it is the same where it is
  /// confined.
  @Test(arguments: [Confinement.bubblewrap, .landlock, .none])
  func theHomeIsTheSameEachTime(_ confinement: Confinement) async throws {
    let site = try TestSite()
    let environment = try site.environment(confinedBy: confinement)
    let report = try await SampleEngine(environment: environment).run(samples(page))
    let encoded = "L2hvbWUvc2FtcGxl"
    for (outcome, separator) in zip(report.outcomes, [" ", "\n"]) {
      #expect(outcome.output.hasPrefix("/home/sample\(separator)"))
      // Without bubblewrap it is a folder of the system's, of another name each time.
      #expect(outcome.output.contains(encoded) == (report.summary.confinement == .bubblewrap))
    }
    // Outputs that name such a folder stay as they are.
    #expect(report.outcomes.last?.output == "/home/database /home/cache /home/sample\n")
    #expect(report.outcomes.count == 3)
  }
}

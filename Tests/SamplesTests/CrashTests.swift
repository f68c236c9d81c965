import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// What a page may say of a expected crash.
@Suite(.fewAtOnce) struct CrashTests {
  /// They are others at each run, and a page is the same whenever it is built.
  @Test func noAddressesAreShown() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let report = try await SampleEngine(environment: site.environment).run(
      samples(
        """
        ```swift runnable expect=crash
        let text: Any = "text"
        print(text as! Int)
        ```
        ```error
        Could not cast value of type 'Swift.String'
        ```
        """))
    let outcome = report.outcomes[0]
    #expect(outcome.diagnostics == [])
    #expect(
      outcome.failure
        == "Could not cast value of type 'Swift.String' (0x…) to 'Swift.Int' (0x…).")
    #expect(outcome.errorOutput.contains("(0x"))
  }
}

import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// Which programs share a file for their types, and that the types are those of separate files.
@Suite(.fewAtOnce) struct TypedProgramsTests {
  private static let page = """
    ```swift runnable id=trip
    import Foundation

    struct Trip: Codable { var city = "Faro" }
    extension Trip { var title: String { city.uppercased() } }
    let title = Trip().title
    print(title, Data(title.utf8).count)
    ```

    ```swift runnable id=same-variable
    import Foundation

    /// Adds one.
    @MainActor
    func next(
      of number: Int
    ) -> Int { number + 1 }

    let title = [1, 2].map { next(of: $0) }
    for number in title { print(number, Date.now > .distantPast) }
    ```

    ```swift runnable id=same-type
    import Foundation

    struct Trip { var days = 1 }
    print(Trip().days)
    ```

    ```swift runnable id=later-extension
    import Foundation

    let text = "a"
    extension Array { var second: Element? { dropFirst().first } }
    print([text].second ?? text)
    ```

    ```swift runnable id=foreign-extension
    import Foundation

    extension String { var title: Int { 1 } }
    print("".title)
    ```

    ```swift runnable id=other-imports
    let text = "a"
    print(text)
    ```
    """

  @Test func programsThatAffectNoOtherShareAFile() {
    let jobs = samples(Self.page).map { sample in
      SampleJob(SampleSource(SampleProgram([sample])))
    }
    let files = TypedPrograms.files(of: jobs)
    #expect(
      files.map { $0.jobs.map(\.program.lead.id.name) } == [
        ["trip", "same-variable", "later-extension"], ["same-type"], ["foreign-extension"],
        ["other-imports"],
      ])
  }

  @Test func typesAreThoseOfSeparateFiles() async throws {
    let site = try TestSite()
    let samples = samples(Self.page)
    let together = try await SampleEngine(environment: site.environment)
      .run(samples, withNames: true)
    for (sample, outcome) in zip(samples, together.outcomes) {
      let other = try TestSite()
      let alone = try await SampleEngine(environment: other.environment)
        .run([sample], withNames: true)
      #expect(outcome.result == .passed)
      #expect(outcome.names == alone.outcomes[0].names)
      #expect(outcome.names.contains { $0.type != nil })
    }
  }
}

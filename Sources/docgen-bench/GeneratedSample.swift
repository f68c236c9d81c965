import DocModel

/// A sample as guides have them: about twenty lines with a Codable type, an extension, an
/// asynchronous call and a chain of closures.
struct GeneratedSample: Sendable, Equatable {
  /// Which one; names, numbers and texts in it follow from it.
  let number: Int
  /// Whether it starts the Lab and asks its gateway.
  let usesLab: Bool
  /// A number in its code; another one makes it another sample.
  var edition = 0

  /// Samples of which every other one uses the Lab, beginning with one that doesn't.
  static func series(_ count: Int) -> [GeneratedSample] {
    (0..<count).map { GeneratedSample(number: $0, usesLab: $0 % 2 == 1) }
  }

  /// The program.
  var code: String {
    """
    import Foundation
    \(usesLab ? "import SampleLab\n" : "")
    struct Trip\(number): Codable {
      var city: String
      var days: Int
    }

    extension Trip\(number) {
      var title: String { "\\(city), \\(days) days" }
    }

    \(load)
    let text = #"[{"city": "Lisbon", "days": \(number + 1)}, {"city": "Porto", "days": \(edition)}]"#
    let trips = try JSONDecoder().decode([Trip\(number)].self, from: Data(text.utf8))
    let titles = trips.filter { $0.days >= 0 }.sorted { $0.city < $1.city }.map { $0.title }
    print(titles.joined(separator: "; "), try await load\(number)())

    """
  }

  private var load: String {
    usesLab
      ? """
      func load\(number)() async throws -> Int {
        let lab = try await Lab.start()
        let (_, response) = try await URLSession.shared.data(from: lab.gateway)
        return (response as? HTTPURLResponse)?.statusCode ?? 0
      }
      """
      : """
      func load\(number)() async throws -> Int {
        try await Task.sleep(for: .microseconds(1))
        let body = try JSONEncoder().encode(Trip\(number)(city: "Faro", days: 200))
        return try JSONDecoder().decode(Trip\(number).self, from: body).days
      }
      """
  }

  /// What it prints.
  var output: String {
    "Lisbon, \(number + 1) days; Porto, \(edition) days 200"
  }

  /// The sample as the engine takes it, on a page of its own, with its promise.
  var sample: Sample {
    let range = SourceRange(at: SourcePosition(line: 1, column: 1))
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { Sample.Line(text: String($1), number: $0 + 1) }
    let file = "content/bench/page-\(number).md"
    return Sample(
      id: SampleID(file: file, name: "1"), file: file, range: range, lines: lines, timeout: 60,
      expectedOutput: .init(lines: [.init(text: output, number: lines.count + 1)], range: range))
  }
}

/// A sample like those of guides.
///
/// It has about twenty lines, with a Codable type, an extension, an asynchronous call and a chain
/// of closures.
struct GeneratedSample: Sendable, Equatable {
  /// The sample's number, which determines names, numbers and texts in it.
  let number: Int
  /// A number in its code; changing it changes the sample.
  var edition = 0

  /// The program.
  var code: String {
    """
    import Foundation

    struct Trip\(number): Codable {
      var city: String
      var days: Int
    }

    extension Trip\(number) {
      var title: String { "\\(city), \\(days) days" }
    }

    func load\(number)() async throws -> Int {
      try await Task.sleep(for: .microseconds(1))
      let body = try JSONEncoder().encode(Trip\(number)(city: "Faro", days: 200))
      return try JSONDecoder().decode(Trip\(number).self, from: body).days
    }

    let text = #"[{"city": "Lisbon", "days": \(number + 1)}, {"city": "Porto", "days": \(edition)}]"#
    let trips = try JSONDecoder().decode([Trip\(number)].self, from: Data(text.utf8))
    let titles = trips.filter { $0.days >= 0 }.sorted { $0.city < $1.city }.map { $0.title }
    print(titles.joined(separator: "; "), try await load\(number)())

    """
  }

  /// Its output.
  var output: String {
    "Lisbon, \(number + 1) days; Porto, \(edition) days 200"
  }
}

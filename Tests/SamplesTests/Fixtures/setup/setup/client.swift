import Foundation

struct Client {
  var name: String
  func fail() -> Never { fatalError("no \(name)") }
}
let client = Client(name: "alice")

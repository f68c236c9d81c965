struct Client {
  var user = "alice"
  func fail() { fatalError("refused") }
}
let client = Client()

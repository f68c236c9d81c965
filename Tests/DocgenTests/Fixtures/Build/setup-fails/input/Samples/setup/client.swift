struct Client {
  func logIn(user: String) {}
  func broken() { undefinedName() }
}

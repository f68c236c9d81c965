let fine = 1
let wrong: Int = ""
func logIn(user: String) {}

print("before")
func check(_ number: Int) { precondition(number > 3, "too small") }
func fail() async throws { struct Failed: Error {}; throw Failed() }

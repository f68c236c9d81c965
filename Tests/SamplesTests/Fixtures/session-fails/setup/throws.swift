struct LoginFailed: Error {}
func login() throws { throw LoginFailed() }
try login()

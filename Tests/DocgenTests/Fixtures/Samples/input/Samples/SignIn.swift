// title: Sign in
// summary: Signs a user in.
// tags: login, code

let user = "alice"
print("signed in as", user)

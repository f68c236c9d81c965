// title: Sign in
// summary: Signs a user in.
// tags: login, code

print("signed in")

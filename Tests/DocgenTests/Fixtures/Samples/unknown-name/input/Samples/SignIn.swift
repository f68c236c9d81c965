// title: Sign in

let user = "alice"
print("signed in as", user)

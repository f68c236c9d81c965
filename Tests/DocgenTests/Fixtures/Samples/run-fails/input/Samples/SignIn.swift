// title: Sign in

print("signing in")
print("signed in as", usr)

// title: Sign out

print("signing out")
print("signed out as", usr)

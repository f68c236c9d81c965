// A program that no list names.
print("untitled")

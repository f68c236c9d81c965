let number: Int = "one"
print(number)

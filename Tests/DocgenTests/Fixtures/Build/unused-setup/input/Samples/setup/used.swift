let number = 1

let client = 1

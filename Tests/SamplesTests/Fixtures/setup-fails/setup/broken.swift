let fine = 1
let wrong: Int = ""

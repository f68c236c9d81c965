let text: Int = ""

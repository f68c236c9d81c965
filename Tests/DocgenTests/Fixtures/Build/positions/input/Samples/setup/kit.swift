struct Kit { static func name(_ i: Int) -> String { ["a"][i] } }

// #region first
let values = [1, 2]
print(values)
// #endregion
// #region second
func pick(_ i: Int) -> Int {
  values[i]
}
print(pick(7))
// #endregion

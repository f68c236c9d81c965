// #region a
let x: Int = "é"
// #endregion
// #region b
let y = 2
// #endregion

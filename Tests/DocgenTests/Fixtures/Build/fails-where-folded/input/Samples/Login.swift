// #region check
func check(_ token: String) {
  precondition(!token.isEmpty, "a token can't be empty")
}
// #endregion
check("abc")
fatalError("elsewhere")

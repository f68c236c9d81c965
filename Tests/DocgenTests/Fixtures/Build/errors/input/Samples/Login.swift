// #region login
print("in")
// #endregion
// #region open
print("out")

// #region empty

// #endregion
// #region twice
print("first")
// #endregion
// #region twice
print("second")
// #endregion

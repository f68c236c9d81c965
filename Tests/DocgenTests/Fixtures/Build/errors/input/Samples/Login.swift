// #region login
print("in")
// #endregion
// #region open
print("out")

// #region empty

// #endregion

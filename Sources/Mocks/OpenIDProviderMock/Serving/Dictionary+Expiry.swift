extension Dictionary where Key == String {
  /// Removes expired values, but only when the number of values is a power of two.
  ///
  /// Checking all values at every request would take ever longer, for instance while a test opens
  /// thousands of login pages and the clock stands still. So expired values may remain, but there are at
  /// most twice as many values as were valid at the last removal. Check the expiry when you read a value.
  mutating func dropExpired(at now: Int, expiry: (Value) -> Int) {
    guard count & (count - 1) == 0 else { return }
    self = filter { now < expiry($0.value) }
  }
}

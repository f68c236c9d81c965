extension Dictionary where Key == String {
  /// Drops the values that have expired, whenever their number has reached a power of two.
  ///
  /// To look through all of them at every request would take ever longer, for instance while a test
  /// opens thousands of login pages and the clock stands still. So at most twice as many as are
  /// good stay, and whoever takes one out looks at its expiry.
  mutating func dropExpired(at now: Int, expiry: (Value) -> Int) {
    guard count & (count - 1) == 0 else { return }
    self = filter { now < expiry($0.value) }
  }
}

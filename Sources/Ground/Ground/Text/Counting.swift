extension Int {
  /// Returns the number with a noun, such as `1 page` and `2 pages`.
  public func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

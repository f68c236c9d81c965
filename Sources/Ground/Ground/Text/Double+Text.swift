import Foundation

extension Double {
  /// Returns the number with a fixed count of decimals; half a unit of the last one rounds up.
  public func text(decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    return String(format: "%.\(decimals)f", (self * scale).rounded() / scale)
  }
}

import DocgenGround
import DocgenSamples

extension BuildReport {
  /// Returns the times for compiling, linking and running, and the five slowest samples of this
  /// build; empty when it did no work on samples.
  public func times() -> String {
    let times = samples.times
    guard !times.isEmpty else { return "" }
    let compiled = times.values.reduce(Duration.zero) { $0 + ($1.compile ?? .zero) }
    let linked = times.values.reduce(samples.linkTime) { $0 + ($1.link ?? .zero) }
    let run = times.values.reduce(Duration.zero) { $0 + ($1.run ?? .zero) }
    var text =
      "times: compile \(Self.text(compiled)), link \(Self.text(linked)), run \(Self.text(run))\n"
    let slowest = times.sorted { ($0.value.total, $1.key) > ($1.value.total, $0.key) }
    for (id, times) in slowest.prefix(5) {
      text += "  \(Self.text(times.total)) \(id) (compile \(Self.text(times.compile ?? .zero)), "
      text += times.link.map { "link alone \(Self.text($0)), " } ?? ""
      text += "run \(Self.text(times.run ?? .zero)))\n"
    }
    return text
  }

  private static func text(_ duration: Duration) -> String {
    "\((duration / .seconds(1)).text(decimals: 2)) s"
  }
}

import DocgenHighlighting

extension HighlightedCode {
  /// One line per token: `keyword "func"`; why there are none otherwise.
  var dump: String {
    guard let tokens else { return "plain: \(plainReason?.description ?? "")\n" }
    return tokens.map { "\($0.kind) \(String(reflecting: String($0.text)))\n" }.joined()
  }
}

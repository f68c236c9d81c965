import DocgenDocModel

extension Aside.Kind {
  /// The path of the icon beside an aside, in a box of 24 by 24.
  var icon: String {
    switch self {
    case .note: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 11v6M12 7.5v.1"
    case .tip: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.5.5-.5 1-.5 3h-6c0-2 0-2.5-.5-3z"
    case .important: "M5 3h14v18H5zM12 7v6M12 16.5v.1"
    case .warning: "M12 3.5L2.5 20h19zM12 10v4M12 17v.1"
    case .caution: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7v6M12 16.5v.1"
    }
  }
}

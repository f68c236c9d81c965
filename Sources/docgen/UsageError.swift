/// An error in the command line: one sentence that names the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

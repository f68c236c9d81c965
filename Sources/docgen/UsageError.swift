/// Why a command line is wrong: one sentence that names the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

import Foundation

/// The program: runs benchmarks and prints their results.
enum BenchProgram {
  /// The benchmarks, in the order they run by default.
  static let benchmarks: [any Benchmark.Type] = [
    SiteBenchmark.self, PageBenchmark.self, GatewayBenchmark.self,
  ]

  /// Runs the benchmarks that the arguments name, prints the results, and returns the exit status.
  static func run(_ words: [String]) async -> Int32 {
    do {
      let arguments = try BenchArguments(words, known: benchmarks.map { $0.name })
      guard !arguments.wantsHelp else {
        print(usage)
        return 0
      }
      warnOfDebugBuild()
      for name in arguments.names {
        for type in benchmarks where type.name == name {
          let lines = try await type.init(arguments).run()
          print(lines.joined(separator: "\n"))
        }
      }
      return 0
    } catch let error as UsageError {
      printError("\(error)\nRun 'docgen-bench --help' for the options.")
      return 2
    } catch {
      printError("\(error)")
      return 3
    }
  }

  private static func printError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("docgen-bench: \(text)\n".utf8))
  }

  private static func warnOfDebugBuild() {
    #if DEBUG
      printError("note: this is a debug build; run it with 'swift run -c release docgen-bench'")
    #endif
  }

  private static let usage = """
    docgen-bench measures docgen and prints times: the median of several rounds, with the shortest
    and the longest. It judges nothing.

    usage: docgen-bench [NAME…] [--samples N] [--pages P] [--rounds R] [--jobs J] [--alone]

      site             'docgen build' of a generated site with samples: with an empty cache, again,
                       and with one sample changed, beside plain swiftc for each sample; and of
                       docgen's own site, nothing changed
      pages            'docgen build' of a generated site without samples: from nothing, again, and
                       after edits; beside Hugo, if it is in PATH; the last line is JSON
      gateway          start the mock Sync Gateway, read and write documents, wake waiting clients;
                       beside libmicrohttpd alone; and what 100,000 documents take

      --samples N      how many samples to generate (default: 20)
      --pages P        how many pages to generate (default: 1000)
      --rounds R       how many rounds to measure (default: site 3, pages 3, gateway 5)
      --alone          of 'site', don't run plain swiftc, which takes most of the time
      --jobs J         how many processes run at once (default: one more than processors)

    Without a NAME all are run. Exit status: 0 measured; 2 the command line is wrong; 3 the work that
    was to be measured failed.
    """
}

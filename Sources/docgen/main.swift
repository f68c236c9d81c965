import Foundation
import SampleLab
import Samples

// A sample runs in this very executable, started again as its host.
SampleHost.runIfRequested()
await ShellHost.runIfRequested {
  try await Lab.start()
}
exit(await Docgen.run(Array(CommandLine.arguments.dropFirst())))

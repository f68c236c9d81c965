import DocgenProgram
import Foundation

// Samples run in this program, too: `SampleTesting` starts them before `main`.
exit(await Docgen.run(Array(CommandLine.arguments.dropFirst())))

import Foundation

exit(await BenchProgram.run(Array(CommandLine.arguments.dropFirst())))

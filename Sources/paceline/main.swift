import Commands
import Glibc

exit(Companion.run(Array(CommandLine.arguments.dropFirst())))

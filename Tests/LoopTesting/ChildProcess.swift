package import EventLoop
import Glibc

/// A program that a test runs to its end.
package enum ChildProcess {
    /// Starts `words[0]`, found by PATH, and returns its exit status.
    package static func run(_ words: [String]) throws(LoopError) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], nil, nil, arguments, environ)
        guard code == 0 else { throw LoopError.system(doing: words[0], fault: .init(number: code)) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

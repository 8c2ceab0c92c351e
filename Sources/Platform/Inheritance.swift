import Glibc

/// What a process inherits from whoever starts it, and can't work with.
public enum Inheritance {
    /// Puts it right; to be called before anything is opened and any thread begins.
    ///
    /// Corresponds to what sd_daemon(3) and daemon(7) want of a daemon's first steps.
    public static func settle() {
        self.fillStreams()
        self.unblockSignals()
    }

    /// Opens `/dev/null` for whichever of the three standard streams is closed.
    ///
    /// The next file, a socket or a private key, would otherwise get the number of a closed stream,
    /// and every log line would be written into it.
    private static func fillStreams() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, and those below are in use by now.
            _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    /// What a thread with blocked signals starts has them blocked, too: only SIGKILL would end it.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }
}

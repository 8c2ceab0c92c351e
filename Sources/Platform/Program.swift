import Glibc

/// Another program of this system.
public enum Program {
    /// Starts a program, found by PATH, which goes on when this one ends; false if it can't be.
    ///
    /// It reads nothing, and what it says goes nowhere.
    @discardableResult
    public static func start(_ words: [String]) -> Bool {
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var process = pid_t()
        return posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0
    }
}

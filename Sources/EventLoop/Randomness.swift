import CUV

/// Bytes that nobody can foretell, from the system's generator.
public enum Randomness {
    /// Returns `count` bytes.
    ///
    /// Waits, early in the machine's life, until the generator is ready.
    ///
    /// A system that has no generator ends the process: nothing here is safe without.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let code = uv_random(nil, nil, buffer.baseAddress, count, 0, nil)
            precondition(code == 0, "The system has no random bytes: \(SystemFault(code: code)).")
            filled = count
        }
    }
}
